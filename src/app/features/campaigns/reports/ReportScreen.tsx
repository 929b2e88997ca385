import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Page, Sections, Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { CampaignImpact } from './CampaignImpact'
import { ImpactOfHoldOut } from './ImpactOfHoldOut'
import { ClaimsChart } from './ClaimsChart'
import styles from './Report.module.css'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { type PensionCreditReport, getPensionCreditReport } from '#contract/results/reports'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { figure } from '../../../lib/counts'
import { formatDay, formatMonth, longDate } from '../../../lib/moments'
import { FactGrid } from '../../../ui/page/Facts'
import { quotable } from './wording'
import { queryOptions } from '../../../api/queryOptions'

interface ReportScreenProps {
  campaignId: number
  reminder?: ReactNode
  forAudit?: ReactNode
}

/** /campaigns/{integer} of a Complete pension credit campaign. */
export function ReportScreen({ campaignId, reminder, forAudit }: ReportScreenProps) {
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
      <Content campaignId={campaignId} reminder={reminder} forAudit={forAudit} />
    </Page>
  )
}

function Content({ campaignId, reminder, forAudit }: ReportScreenProps) {
  const query = useQuery(reportQuery(campaignId))
  return (
    <QueryState query={query} what="The report" waiting={<ReportSkeleton />} title="The report could not be shown">
      {(report) => (
        <Sections>
          {/* First, because people will quote it. */}
          {report.impact === null ? <Quotable report={report} /> : <ImpactOfHoldOut impact={report.impact} />}
          <CampaignDetails report={report} />
          <CampaignImpact report={report} />
          {reminder}
          <ClaimsChart graph={report.graph_details} />
          {forAudit}
        </Sections>
      )}
    </QueryState>
  )
}

const TILES = ['claiming', 'carers', 'annual', 'lifetime']

function ReportSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <p role="status">Loading the report…</p>
      </VisuallyHidden>
      <Sections>
        <Section title="Campaign Details">
          <Skeleton height="var(--space-20)" />
        </Section>
        <Section title="Campaign Impact">
          <div className={styles.tiles}>
            {TILES.map((part) => (
              <Skeleton key={part} height="var(--space-20)" />
            ))}
          </div>
          <Skeleton height="var(--chart-height)" />
        </Section>
      </Sections>
    </div>
  )
}

/** Only without a hold-out, whose impact says more. */
function Quotable({ report }: { report: PensionCreditReport }) {
  const words = quotable(report)
  return words === null ? null : <p className={styles.lead}>{words}</p>
}

const NOT_DISPATCHED = 'Not Dispatched'

function CampaignDetails({ report: { campaign_details: details, comparison } }: { report: PensionCreditReport }) {
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Campaign Name', unescapeAngleBrackets(details.name)],
    ['LIFT Snapshot', formatMonth(comparison.campaign_snapshot)],
    ['Communication Channel', CHANNEL_WORDS[details.channel]],
    ['Number of Recipients', figure(details.number_of_recipients)],
    ['Date Sent', details.date_sent === null ? NOT_DISPATCHED : formatDay(details.date_sent)],
    ['Close Date', comparison.close_date === null ? NOT_DISPATCHED : longDate(comparison.close_date)],
  ]
  return (
    <Section title="Campaign Details">
      <FactGrid facts={facts} />
    </Section>
  )
}

const reportQuery = (campaignId: number) => queryOptions(getPensionCreditReport, { body: { id: campaignId } })
