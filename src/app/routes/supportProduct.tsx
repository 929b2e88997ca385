import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { supportContactQuery } from '../state/sentExample'
import { useSession } from '../state/session'
import { ButtonLink } from '../ui/button/ButtonLink'
import { EmptyState } from '../ui/empty-state/EmptyState'
import { Page, Panel } from '../ui/page/Page'

/** /support/product: a placeholder, with the ways to help. */
export function Component() {
  const { isSuperAdmin } = useSession()
  const { data: support } = useQuery(supportContactQuery)
  const email = support?.support_email ?? null
  return (
    <Page title="Product support">
      <Panel>
        <EmptyState
          icon={<LifeBuoy />}
          title="There is nothing here yet"
          detail={
            <>
              If you need help, please contact your account manager or email the helpdesk
              <span>
                {email === null ? (
                  '.'
                ) : (
                  <>
                    : <a href={`mailto:${email}`}>{email}</a>.
                  </>
                )}
              </span>
            </>
          }
          actions={
            <>
              <ButtonLink to="/help" variant="primary">
                Read the guides
              </ButtonLink>
              {isSuperAdmin ? (
                <ButtonLink to="/support">Back to Support</ButtonLink>
              ) : (
                <ButtonLink to="/">Back to Street View</ButtonLink>
              )}
            </>
          }
        />
      </Panel>
    </Page>
  )
}
