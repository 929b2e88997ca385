import { X } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type Ref,
  type RefObject,
  type ReactNode,
} from 'react'
import { figure } from '../../../../lib/counts'
import type { TooltipContent } from '../data/picture'
import { Button } from '../../../../ui/button/Button'
import { IconButton } from '../../../../ui/button/IconButton'
import styles from './MapTooltip.module.css'
import type { BasemapControls } from '../canvas/basemap'
import type { MapMoves } from '../canvas/useMapMoves'

export interface MapTooltipProps {
  content: TooltipContent
  note?: string | null
  action?: ReactNode
  onCard: (reference: string) => void
  onClose: () => void
  onFocusLost: () => void
  ref?: Ref<HTMLDivElement>
}

/** Takes focus and returns it; Escape closes it. */
export function MapTooltip({ content, note, action, onCard, onClose, onFocusLost, ref }: MapTooltipProps) {
  const titleId = useId()
  const body = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(() => onClose())
  const focusLost = useEffectEvent(() => onFocusLost())

  useLayoutEffect(() => {
    const before = document.activeElement
    const element = body.current
    element?.focus({ preventScroll: true })
    // Before the element is removed and loses focus.
    return () => {
      if (!element?.contains(document.activeElement)) return
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
      if (isThere) before.focus({ preventScroll: true })
      else focusLost()
    }
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Handled by a menu or dialog above.
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div ref={ref} className={styles.place}>
      <div ref={body} className={styles.tooltip} role="dialog" aria-labelledby={titleId} tabIndex={-1}>
        <div className={styles.heading}>
          <div>
            <h2 id={titleId} className={styles.title}>
              {content.title}
            </h2>
            {content.welshTitle === '' ? null : (
              <p lang="cy" className={styles.welsh}>
                {content.welshTitle}
              </p>
            )}
          </div>
          <IconButton label="Close" size="small" withTooltip={false} icon={<X aria-hidden />} onPress={onClose} />
        </div>
        <p className={styles.count}>{`Number of households: ${figure(content.householdCount)}`}</p>
        {note ? <p className={styles.count}>{note}</p> : null}
        {content.otherReferences.length === 0 ? null : (
          <ul className={styles.others} aria-label="Other households here" tabIndex={0}>
            {content.otherReferences.map((reference) => (
              <li key={reference}>
                <button type="button" className={styles.other} onClick={() => onCard(reference)}>
                  {reference}
                </button>
              </li>
            ))}
          </ul>
        )}
        {content.wardCode === null ? (
          <div className={styles.action}>
            <Button onPress={() => onCard(content.title)}>Why is this household here?</Button>
          </div>
        ) : null}
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
    </div>
  )
}

/** Pixels, to the point and the map's edge. */
const GAP = 14
const MARGIN = 8

/** Top left corner: above or below its point, inside the map. */
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

/** Outside React, on each frame. */
export function useTooltipPlace(
  ref: RefObject<HTMLElement | null>,
  controls: BasemapControls | null,
  content: TooltipContent | null,
  onMoved: MapMoves['onMoved'],
): void {
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
  useEffect(() => onMoved(update), [onMoved, update])
}
