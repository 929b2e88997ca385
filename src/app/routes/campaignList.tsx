import { DraftList } from '../features/campaigns/drafts/DraftList'
import { CampaignList } from '../features/campaigns/list/CampaignList'

/** /campaigns */
export function Component() {
  return <CampaignList drafts={<DraftList />} />
}
