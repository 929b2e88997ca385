import { useCallback } from 'react'
import { getPensionCreditReport } from '#contract/report'
import { call } from '../../api/call'
import { useAsked } from '../../state/useAsked'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { OfflineState } from '../../ui/empty-state/OfflineState'
import { ErrorState } from '../../ui/error-state/ErrorState'
import { Page } from '../../ui/page/Page'
import { Sections } from '../../ui/page/Section'
import { CampaignDetails } from './CampaignDetails'
import { CampaignImpact } from './CampaignImpact'
import { ClaimsChart } from './ClaimsChart'
import styles from './Report.module.css'
import { ReportSkeleton } from './ReportSkeleton'

/** /campaigns/{integer} of a Complete pension credit campaign (decision 4): what it came to. */
export function ReportScreen({ campaignId }: { campaignId: number }) {
  return (
    <Page
      title="Campaign Report"
      actions={
        <div className={styles.actions}>
          <ButtonLink to={`/campaigns/${campaignId}?show=delivery`}>Delivery and households</ButtonLink>
          <ButtonLink to="/campaigns">Back to campaigns</ButtonLink>
        </div>
      }
    >
      <Content campaignId={campaignId} />
    </Page>
  )
}

/** Nothing of a report is kept on the device. */
function Content({ campaignId }: { campaignId: number }) {
  const load = useCallback((signal: AbortSignal) => call(getPensionCreditReport, { body: { id: campaignId }, signal }), [campaignId])
  const asked = useAsked(load)
  switch (asked.state) {
    case 'loading':
      return <ReportSkeleton />
    case 'failed':
      return <ErrorState title="The report could not be shown" detail={asked.message} onRetry={asked.reload} />
    case 'offline':
      return <OfflineState what="The report" />
    case 'loaded':
      return (
        <Sections>
          <CampaignDetails report={asked.value} />
          <CampaignImpact report={asked.value} />
          <ClaimsChart graph={asked.value.graph_details} />
        </Sections>
      )
  }
}
