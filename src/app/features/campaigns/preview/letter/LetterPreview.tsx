import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isAddressGood } from '../../../../api/upload'
import { ErrorState } from '../../../../ui/error-state/ErrorState'
import { Skeleton } from '../../../../ui/skeleton/Skeleton'
import styles from './LetterChoice.module.css'

/** For the browser's viewer: the letter as wide as the frame, without the list of its pages beside it. */
const VIEWER = '#navpanes=0&view=FitH'

interface LetterPreviewProps {
  /** Of the PDF, signed for some minutes. */
  address: string
  /** Changes with each answer to asking for addresses, also when the same came back, or none. */
  round: number
  /** Asks for new addresses: this one has expired. */
  onExpired: () => void
}

/** The letter itself, in an inline PDF frame. An expired address is fetched again once, by itself. */
export function LetterPreview({ address, round, onExpired }: LetterPreviewProps) {
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
    <section className={styles.preview} aria-labelledby="letter-preview">
      <h3 id="letter-preview">Letter Preview</h3>
      <iframe className={styles.frame} title="Letter Preview" src={`${address}${VIEWER}`} />
      <a href={address} target="_blank" rel="noreferrer" className={styles.open}>
        Open the letter in a new tab
      </a>
    </section>
  )
}
