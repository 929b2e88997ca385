import { Download } from 'lucide-react'
import { useId } from 'react'
import { exportCampaignSummary } from '#contract/report'
import { call } from '../../api/call'
import { messageOf } from '../../api/errors'
import { withRetries } from '../../api/retry'
import { openInTab } from '../../lib/openInTab'
import { useReasonOffline } from '../../state/connectivity'
import { Button } from '../../ui/button/Button'
import { useExport } from '../../ui/notify/useExport'
import styles from './Report.module.css'

/** Exports the report as CSV in a new tab. */
export function ExportCsv({ campaignId }: { campaignId: number }) {
  const whyNot = useReasonOffline('Exports need')
  const reasonId = useId()
  const { isPending, run } = useExport(messageOf, 'campaigns')
  const exportCsv = () =>
    openInTab(async () => (await withRetries(() => call(exportCampaignSummary, { body: { id: campaignId } }))).url)
  return (
    <div className={styles.export}>
      {whyNot === null ? null : (
        <p id={reasonId} className={styles.reason}>
          {whyNot}
        </p>
      )}
      <Button
        icon={<Download aria-hidden />}
        isPending={isPending}
        isDisabled={whyNot !== null}
        onPress={() => run(exportCsv)}
        {...(whyNot !== null ? { 'aria-describedby': reasonId } : {})}
      >
        Export CSV
      </Button>
    </div>
  )
}
