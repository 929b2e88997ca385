import { useParams, useSearchParams } from 'react-router-dom'
import { CampaignForm } from '../features/campaigns/campaigns/form/CampaignForm'
import { readTheme } from '../features/campaigns/campaigns/wording'

/** /campaigns/new and /campaigns/{impactTheme}/new; `?draft=` continues a draft. */
export function Component() {
  const { impactTheme } = useParams()
  const [search] = useSearchParams()
  return <CampaignForm theme={readTheme(impactTheme)} draftId={search.get('draft')} />
}
