import { useParams } from 'react-router-dom'
import { PreviewScreen } from '../features/campaigns/campaigns/preview/PreviewScreen'
import { themeOf } from '../features/campaigns/campaigns/wording'

/** /campaigns/new/{uuid} and /campaigns/{impactTheme}/new/{uuid}: a draft on this device. */
export function Component() {
  const { impactTheme, campaignId = '' } = useParams()
  themeOf(impactTheme)
  return <PreviewScreen key={campaignId} campaignId={campaignId} />
}
