import { useCallback } from 'react'
import { getPensionCreditReport } from '#contract/report'
import { call } from '../../api/call'
import { useAsked } from '../../state/useAsked'
import { AskedState } from '../../ui/asked-state/AskedState'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { Page } from '../../ui/page/Page'
import { Sections } from '../../ui/page/Section'
import { CampaignDetails } from './CampaignDetails'
import { CampaignImpact } from './CampaignImpact'
import { ClaimsChart } from './ClaimsChart'
import styles from './Report.module.css'
import { ReportSkeleton } from './ReportSkeleton'

/** /campaigns/{integer} of a Complete pension credit campaign: what it came to. */
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
  return (
    <AskedState asked={asked} what="The report" waiting={<ReportSkeleton />} title="The report could not be shown">
      {(report) => (
        <Sections>
          <CampaignDetails report={report} />
          <CampaignImpact report={report} />
          <ClaimsChart graph={report.graph_details} />
        </Sections>
      )}
    </AskedState>
  )
}
