import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import type { BasemapControls } from '../canvas/basemap'
import type { TooltipContent } from '../data/picture'

/** Pixels to the point, and to the map's edge. */
const GAP = 14
const MARGIN = 8

/** The tooltip's top left corner: above its point, or below it, wholly inside the map. */
export function placeTooltip(
  point: { x: number; y: number },
  size: { width: number; height: number },
  map: { width: number; height: number },
): { left: number; top: number } {
  const above = point.y - GAP - size.height
  const top = above >= MARGIN ? above : point.y + GAP
  return {
    left: within(point.x - size.width / 2, MARGIN, map.width - size.width - MARGIN),
    top: within(top, MARGIN, map.height - size.height - MARGIN),
  }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** Positions the tooltip outside React, on each frame of the camera. */
export function useTooltipPlace(
  ref: RefObject<HTMLElement | null>,
  controls: BasemapControls | null,
  content: TooltipContent | null,
): () => void {
  const anchor = useRef<{ controls: BasemapControls; position: readonly [number, number] } | null>(null)

  const update = useCallback(() => {
    const element = ref.current
    const map = element?.parentElement
    if (!element || !map || !anchor.current) return
    const { left, top } = placeTooltip(
      anchor.current.controls.project(anchor.current.position),
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: map.clientWidth, height: map.clientHeight },
    )
    element.style.transform = `translate(${left}px, ${top}px)`
  }, [ref])

  useLayoutEffect(() => {
    anchor.current = controls && content ? { controls, position: content.position } : null
    update()
  }, [controls, content, update])

  return update
}
