import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import type { TooltipContent } from '../data/selection'
import { placeTooltip } from '../tooltip/place'
import type { BasemapControls } from './basemap'

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
