import { ButtonLink } from '../../../ui/button/ButtonLink'
import { ErrorState } from '../../../ui/error-state/ErrorState'
import { usePageTitle } from '../../../ui/page/usePageTitle'
import { Spinner } from '../../../ui/spinner/Spinner'
import styles from './drafts.module.css'

/** A draft that is not on this device: deleted, sent, or another person's (P2 §8). */
export function DraftMissing() {
  usePageTitle('Campaign not found')
  return (
    <ErrorState
      level={1}
      title="Campaign not found"
      detail="There is no such draft on this device. It may have been deleted, or sent for review."
      actions={
        <ButtonLink to="/campaigns" variant="primary">
          Go to Campaigns
        </ButtonLink>
      }
    />
  )
}

/** While the device is asked for a draft. */
export function DraftOpening() {
  return (
    <div className={styles.opening}>
      <Spinner label="Opening draft…" />
    </div>
  )
}
