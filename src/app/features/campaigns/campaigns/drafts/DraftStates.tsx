import { Spinner } from '../../../../ui/spinner/Spinner'
import styles from './drafts.module.css'
import { NotFound } from '../../../../ui/error-state/NotFound'

/** `detail` says where it was looked for. */
export const CampaignNotFound = ({ detail }: { detail: string }) => (
  <NotFound title="Campaign not found" detail={detail} to="/campaigns" place="Campaigns" />
)

/** Deleted, sent, or another person's. */
export const DraftMissing = () => (
  <CampaignNotFound detail="There is no such draft on this device. It may have been deleted, or sent for review." />
)

/** While a draft loads. */
export function DraftOpening() {
  return (
    <div className={styles.opening}>
      <Spinner label="Opening draft…" />
    </div>
  )
}
