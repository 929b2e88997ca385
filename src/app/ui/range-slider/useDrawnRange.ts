import { useRef } from 'react'
import { setText } from '../setText'

export type SliderRange = readonly [low: number, high: number]

export type End = 0 | 1

export const ENDS = [
  { end: 0, name: 'minimum' },
  { end: 1, name: 'maximum' },
] as const

interface RangeScale {
  minValue: number
  maxValue: number
  format: (value: number) => string
}

/** A range on a scale, drawn into the page's elements without rendering. */
export function useDrawnRange(value: SliderRange, { minValue, maxValue, format }: RangeScale) {
  const whole = useRef<HTMLDivElement>(null)
  const figures = useRef<(HTMLSpanElement | null)[]>([])
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const shown = useRef(value)
  const width = maxValue - minValue
  const shareOfWidth = (figure: number) => (width === 0 ? 0 : (figure - minValue) / width)

  const drawEnd = (end: End, figure: number) => {
    const [words, input] = [figures.current[end], inputs.current[end]]
    if (!words || !input) return
    whole.current?.style.setProperty(`--${ENDS[end].name}`, String(shareOfWidth(figure)))
    // Formatted: the bare number has no pounds or per cent.
    input.setAttribute('aria-valuetext', format(figure))
    setText(words, format(figure))
    input.value = String(figure)
  }
  return {
    whole,
    figures,
    inputs,
    shareOfWidth,
    getShown: () => shown.current,
    drawEnd,
    draw: (next: SliderRange) => {
      for (const { end } of ENDS) if (next[end] !== shown.current[end]) drawEnd(end, next[end])
      shown.current = next
    },
    redraw: (next: SliderRange) => {
      const [low, high] = (shown.current = next)
      for (const [end, input] of inputs.current.entries()) {
        if (!input) continue
        input.min = String(end === 0 ? minValue : low)
        input.max = String(end === 0 ? high : maxValue)
      }
      drawEnd(0, low)
      drawEnd(1, high)
    },
    withEndAt: (end: End, to: number): [number, number] => {
      const [low, high] = shown.current
      return end === 0 ? [Math.max(minValue, Math.min(to, high)), high] : [low, Math.max(low, Math.min(to, maxValue))]
    },
    valueAtShare: (share: number) => minValue + Math.round(share * width),
    clamp: (figure: number) => Math.max(minValue, Math.min(figure, maxValue)),
  }
}

export type DrawnRange = ReturnType<typeof useDrawnRange>
