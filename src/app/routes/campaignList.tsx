import { DraftList } from '../features/campaigns/campaigns/drafts/DraftList'
import { CampaignList } from '../features/campaigns/campaigns/list/CampaignList'
import { DeleteDraft } from '../features/shell/device/DeleteDraft'

/** /campaigns */
export function Component() {
  return (
    <CampaignList
      drafts={<DraftList deletion={(draft, onClose) => <DeleteDraft draft={draft} onClose={onClose} />} />}
    />
  )
}
