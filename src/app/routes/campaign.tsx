import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { getCampaign, type Campaign } from '#contract/campaigns'
import { call } from '../api/call'
import { Refused } from '../api/errors'
import { ReportScreen } from '../features/report/ReportScreen'
import { ButtonLink } from '../ui/button/ButtonLink'
import { ErrorState } from '../ui/error-state/ErrorState'
import { usePageTitle } from '../ui/page/usePageTitle'

/** Ids of the server's campaigns are whole numbers of 32 bits. */
const GREATEST_ID = 2_147_483_647

/** The server's campaign of that number; `null` when there is none in this organisation. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<Campaign | null> {
  const { campaignId = '' } = params
  const id = Number(campaignId)
  if (!/^[1-9]\d*$/.test(campaignId) || id > GREATEST_ID) return null
  try {
    return await call(getCampaign, { query: { campaign_id: id }, signal: request.signal })
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}

/** /campaigns/{integer} (decision 4): the report of a Complete pension credit campaign. */
export function Component() {
  const campaign = useLoaderData<typeof loader>()
  if (campaign?.benefit_name === 'pension_credit' && campaign.status === 'Complete') {
    return <ReportScreen campaignId={campaign.id} />
  }
  return <CampaignNotFound />
}

/** Neither a draft of this device nor a campaign of the server that has a screen. */
function CampaignNotFound() {
  usePageTitle('Campaign not found')
  return (
    <ErrorState
      level={1}
      title="Campaign not found"
      detail="It may have been removed, or the address is not right."
      actions={
        <ButtonLink to="/campaigns" variant="primary">
          Go to Campaigns
        </ButtonLink>
      }
    />
  )
}
