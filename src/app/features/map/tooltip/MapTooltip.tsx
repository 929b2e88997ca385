import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type Ref } from 'react'
import { figure } from '../../../lib/counts'
import type { TooltipContent } from '../data/picture'
import { IconButton } from '../../../ui/button/IconButton'
import styles from './MapTooltip.module.css'

export interface MapTooltipProps {
  content: TooltipContent
  onClose: () => void
  /** Called when the element focused before is gone. */
  onFocusLost: () => void
  ref?: Ref<HTMLDivElement>
}

/** A tooltip that takes focus and gives it back; Escape closes it. */
export function MapTooltip({ content, onClose, onFocusLost, ref }: MapTooltipProps) {
  const titleId = useId()
  const body = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(() => onClose())
  const focusLost = useEffectEvent(() => onFocusLost())

  useLayoutEffect(() => {
    const before = document.activeElement
    const element = body.current
    element?.focus({ preventScroll: true })
    // Before the element leaves the page and loses the focus.
    return () => {
      if (!element?.contains(document.activeElement)) return
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
      if (isThere) before.focus({ preventScroll: true })
      else focusLost()
    }
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu or dialog above has handled the key.
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
        <p className={styles.count}>Number of households: {figure(content.householdCount)}</p>
        {content.otherReferences.length === 0 ? null : (
          <ul className={styles.others} aria-label="Other households here" tabIndex={0}>
            {content.otherReferences.map((reference) => (
              <li key={reference}>{reference}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
