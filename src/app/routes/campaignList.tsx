import { DraftList } from '../features/campaigns/drafts/DraftList'
import { CampaignList } from '../features/campaigns/list/CampaignList'
import { DeleteDraft } from '../features/device/DeleteDraft'

/** /campaigns */
export function Component() {
  return (
    <CampaignList
      drafts={<DraftList deletion={(draft, onClose) => <DeleteDraft draft={draft} onClose={onClose} />} />}
    />
  )
}
