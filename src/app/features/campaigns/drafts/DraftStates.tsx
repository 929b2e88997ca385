import { Spinner } from '../../../ui/spinner/Spinner'
import { CampaignNotFound } from '../CampaignNotFound'
import styles from './drafts.module.css'

/** A draft that is not on this device: deleted, sent, or another person's. */
export const DraftMissing = () => (
  <CampaignNotFound detail="There is no such draft on this device. It may have been deleted, or sent for review." />
)

/** A draft is loading from the device. */
export function DraftOpening() {
  return (
    <div className={styles.opening}>
      <Spinner label="Opening draft…" />
    </div>
  )
}
