import { Megaphone, Plus } from 'lucide-react'
import { DraftList } from '../features/campaigns/drafts/DraftList'
import { ButtonLink } from '../ui/button/ButtonLink'
import { EmptyState } from '../ui/empty-state/EmptyState'
import { Page, Panel } from '../ui/page/Page'

/** /campaigns */
export function Component() {
  return (
    <Page title="Campaigns">
      <DraftList />
      <Panel>
        <EmptyState
          icon={<Megaphone />}
          title="You have not started any campaigns yet"
          actions={
            <ButtonLink to="/campaigns/new" variant="primary" icon={<Plus aria-hidden />}>
              Create new campaign
            </ButtonLink>
          }
        />
      </Panel>
    </Page>
  )
}
