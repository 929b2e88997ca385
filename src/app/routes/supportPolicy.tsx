import { BookOpenText } from 'lucide-react'
import { Refused } from '../api/errors'
import { useSession } from '../state/session'
import { ButtonLink } from '../ui/button/ButtonLink'
import { EmptyState } from '../ui/empty-state/EmptyState'
import { Page, Panel } from '../ui/page/Page'

/** /support/policy, for super administrators (decision 3). */
export function Component() {
  if (!useSession().isSuperAdmin) throw new Refused(403, 'unauthorized')
  return (
    <Page title="Policy and Support AI" subtitle="Let's see if we can find you the right information">
      <Panel>
        <EmptyState
          icon={<BookOpenText />}
          title="The assistant is not available yet"
          detail="Questions about UK benefit policy cannot be answered here at the moment."
          actions={<ButtonLink to="/support">Back to Support</ButtonLink>}
        />
      </Panel>
    </Page>
  )
}
