import { CloudOff } from 'lucide-react'
import { offlineReason, useIsOffline } from '../../state/online'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { EmptyState } from '../../ui/empty-state/EmptyState'
import { ErrorState } from '../../ui/error-state/ErrorState'
import { Page } from '../../ui/page/Page'
import { CampaignDetails } from './CampaignDetails'
import { CampaignImpact } from './CampaignImpact'
import { ClaimsChart } from './ClaimsChart'
import styles from './Report.module.css'
import { ReportSkeleton } from './ReportSkeleton'
import { useReport } from './useReport'

/** /campaigns/{integer} of a Complete pension credit campaign (decision 4): what it came to. */
export function ReportScreen({ campaignId }: { campaignId: number }) {
  return (
    <Page
      title="Campaign Report"
      actions={
        <div className={styles.header}>
          <ButtonLink to={`/campaigns/${campaignId}?show=delivery`}>Delivery and households</ButtonLink>
          <ButtonLink to="/campaigns">Back to campaigns</ButtonLink>
        </div>
      }
    >
      <Content campaignId={campaignId} />
    </Page>
  )
}

function Content({ campaignId }: { campaignId: number }) {
  const loaded = useReport(campaignId)
  const isOffline = useIsOffline()
  if (loaded.status === 'loaded') {
    const { report } = loaded
    return (
      <>
        <CampaignDetails report={report} />
        <CampaignImpact report={report} />
        <ClaimsChart graph={report.graph_details} />
      </>
    )
  }
  if (isOffline) {
    return (
      <EmptyState
        icon={<CloudOff />}
        title="The report is not kept on this device"
        detail={`${offlineReason('A report needs')} It opens when you are back online.`}
      />
    )
  }
  if (loaded.status === 'error') {
    return <ErrorState title="The report could not be shown" detail={loaded.message} onRetry={loaded.retry} />
  }
  return <ReportSkeleton />
}
