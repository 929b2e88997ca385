import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { Page } from '../../ui/page/Page'
import { Sections } from '../../ui/page/Section'
import { QueryState } from '../../ui/query-state/QueryState'
import { CampaignDetails } from './CampaignDetails'
import { CampaignImpact } from './CampaignImpact'
import { ClaimsChart } from './ClaimsChart'
import { reportQuery } from './queries'
import styles from './Report.module.css'
import { ReportSkeleton } from './ReportSkeleton'

/** /campaigns/{integer} of a Complete pension credit campaign. */
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

/** Reports are not stored on the device. */
function Content({ campaignId }: { campaignId: number }) {
  const query = useQuery(reportQuery(campaignId))
  return (
    <QueryState query={query} what="The report" waiting={<ReportSkeleton />} title="The report could not be shown">
      {(report) => (
        <Sections>
          <CampaignDetails report={report} />
          <CampaignImpact report={report} />
          <ClaimsChart graph={report.graph_details} />
        </Sections>
      )}
    </QueryState>
  )
}
