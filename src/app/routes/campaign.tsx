import { useLoaderData, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { Refused } from '../api/errors'
import { queryClient } from '../api/queryClient'
import { CampaignNotFound } from '../features/campaigns/campaigns/drafts/DraftStates'
import { hasReport } from '../features/campaigns/campaigns/list/rules'
import { campaignQuery } from '../features/campaigns/campaigns/queries'
import { PreviewScreen } from '../features/campaigns/campaigns/preview/PreviewScreen'
import { CampaignSummary } from '../features/campaigns/campaigns/summary/CampaignSummary'
import { ForAudit } from '../features/campaigns/campaigns/summary/ForAudit'
import { Remind } from '../features/campaigns/campaigns/summary/Remind'
import { ReportScreen } from '../features/campaigns/reports/ReportScreen'

/** 32 bits; a draft's id is a UUID. */
const GREATEST_ID = 2_147_483_647
const DRAFT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The campaign, or null. */
export async function loader({ params }: LoaderFunctionArgs): Promise<CampaignDetail | null> {
  const { campaignId = '' } = params
  const id = Number(campaignId)
  if (!/^[1-9]\d*$/.test(campaignId) || id > GREATEST_ID) return null
  try {
    return await queryClient.query({ ...campaignQuery(id), staleTime: 0, networkMode: 'always' })
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}

/** A draft's preview, a report, or a summary. `?show=delivery` is the summary of a campaign with a report. */
export function Component() {
  const campaign = useLoaderData<typeof loader>()
  const { campaignId = '' } = useParams()
  const [search] = useSearchParams()
  if (DRAFT_ID.test(campaignId)) return <PreviewScreen key={campaignId} campaignId={campaignId} />
  if (campaign === null) return <CampaignNotFound detail="It may have been removed, or the address is not right." />
  if (hasReport(campaign) && search.get('show') !== 'delivery')
    return (
      <ReportScreen
        campaignId={campaign.id}
        reminder={<Remind campaign={campaign} />}
        forAudit={<ForAudit campaign={campaign} />}
      />
    )
  return <CampaignSummary key={campaign.id} campaign={campaign} />
}
