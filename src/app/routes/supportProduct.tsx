import { LifeBuoy } from 'lucide-react'
import { useSession } from '../state/session'
import { ButtonLink } from '../ui/button/ButtonLink'
import { EmptyState } from '../ui/empty-state/EmptyState'
import { Page, Panel } from '../ui/page/Page'

/** /support/product: an empty placeholder. */
export function Component() {
  const { isSuperAdmin } = useSession()
  return (
    <Page title="Product support">
      <Panel>
        <EmptyState
          icon={<LifeBuoy />}
          title="There is nothing here yet"
          detail="If you need help, please contact your account manager or email the helpdesk."
          actions={
            isSuperAdmin ? (
              <ButtonLink to="/support">Back to Support</ButtonLink>
            ) : (
              <ButtonLink to="/">Back to Street View</ButtonLink>
            )
          }
        />
      </Panel>
    </Page>
  )
}
