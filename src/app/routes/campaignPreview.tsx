import { useParams } from 'react-router-dom'
import { PreviewScreen } from '../features/campaigns/campaigns/preview/PreviewScreen'
import { readTheme } from '../features/campaigns/campaigns/wording'

/** /campaigns/new/{uuid} and /campaigns/{impactTheme}/new/{uuid}: a draft on this device. */
export function Component() {
  const { impactTheme, campaignId = '' } = useParams()
  readTheme(impactTheme)
  return <PreviewScreen key={campaignId} campaignId={campaignId} />
}
