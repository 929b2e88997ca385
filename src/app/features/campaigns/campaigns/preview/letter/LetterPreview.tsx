import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { isAddressGood } from '../../../../../api/upload'
import { ErrorState } from '../../../../../ui/error-state/ErrorState'
import { Skeleton } from '../../../../../ui/skeleton/Skeleton'
import styles from './LetterChoice.module.css'

/** PDF viewer parameters: full width, no page list. */
const VIEWER = '#navpanes=0&view=FitH'

interface LetterPreviewProps {
  address: string
  /** New with each answer, even an identical or failed one. */
  round: number
  onExpired: () => void
  isHeaded?: boolean
}

/** The letter in an inline PDF frame. An expired address is refetched once. */
export function LetterPreview({ address, round, onExpired, isHeaded = false }: LetterPreviewProps) {
  const id = useId()
  const [checked, setChecked] = useState<{ address: string; isGood: boolean } | null>(null)
  const hasRenewed = useRef(false)

  const renewOnce = useEffectEvent((): boolean => {
    if (hasRenewed.current) return false
    hasRenewed.current = true
    onExpired()
    return true
  })
  useEffect(() => {
    const controller = new AbortController()
    isAddressGood(address, controller.signal).then(
      (isGood) => {
        if (!controller.signal.aborted && (isGood || !renewOnce())) setChecked({ address, isGood })
      },
      () => {},
    )
    return () => controller.abort()
  }, [address, round])

  if (checked?.address !== address) return <Skeleton height="var(--phone-height)" />
  if (!checked.isGood) {
    return (
      <ErrorState
        title="The letter could not be shown"
        detail="Its address has expired, or the letter is no longer there."
        onRetry={onExpired}
      />
    )
  }
  return (
    <section className={styles.preview} {...(isHeaded ? {} : { 'aria-labelledby': id })}>
      {isHeaded ? null : <h3 id={id}>Letter Preview</h3>}
      <iframe className={styles.frame} title="Letter Preview" src={`${address}${VIEWER}`} />
      <a href={address} target="_blank" rel="noreferrer" className={styles.open}>
        Open the letter in a new tab
      </a>
    </section>
  )
}
