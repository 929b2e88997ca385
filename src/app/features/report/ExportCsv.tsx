import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportCampaignSummary } from '#contract/report'
import { call } from '../../api/call'
import { messageOf } from '../../api/errors'
import { openInTab } from '../../lib/openInTab'
import { useReasonOffline } from '../../state/online'
import { Button } from '../../ui/button/Button'
import { notify } from '../../ui/notify/notify'
import styles from './Report.module.css'

/** P2 §7. */
const EXPORTED = 'Success! Please check your downloads folder'

/** Exports the report as CSV, in a tab of its own. */
export function ExportCsv({ campaignId }: { campaignId: number }) {
  const whyNot = useReasonOffline('Exports need')
  const [isPending, setIsPending] = useState(false)
  const run = async () => {
    setIsPending(true)
    try {
      await openInTab(async () => (await call(exportCampaignSummary, { body: { id: campaignId } })).url)
      await notify.success(EXPORTED, 'campaigns')
    } catch (error) {
      await notify.error(messageOf(error), 'campaigns')
    } finally {
      setIsPending(false)
    }
  }
  return (
    <div className={styles.export}>
      {whyNot === null ? null : (
        <p id="export-needs-a-line" className={styles.reason}>
          {whyNot}
        </p>
      )}
      <Button
        icon={<Download aria-hidden />}
        isPending={isPending}
        isDisabled={whyNot !== null}
        onPress={() => void run()}
        {...(whyNot !== null ? { 'aria-describedby': 'export-needs-a-line' } : {})}
      >
        Export CSV
      </Button>
    </div>
  )
}
