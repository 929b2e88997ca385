import { Megaphone } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { ButtonLink } from '../ui/button/ButtonLink'
import { EmptyState } from '../ui/empty-state/EmptyState'
import { Page, Panel } from '../ui/page/Page'

/** The four benefit groups as slugs (decision 5). */
const IMPACT_THEMES: readonly string[] = ['pension-credit', 'attendance-allowance', 'healthy-start', 'free-school-meals']

/** /campaigns/new and /campaigns/{impactTheme}/new; the form itself comes with the campaigns. */
export function Component() {
  const { impactTheme } = useParams()
  if (impactTheme !== undefined && !IMPACT_THEMES.includes(impactTheme)) {
    throw new Error(`There is no campaign theme called “${impactTheme}”.`)
  }
  return (
    <Page title="Create new campaign">
      <Panel>
        <EmptyState
          icon={<Megaphone />}
          title="Campaigns cannot be created here yet"
          detail="The households you have filtered stay selected in Street View."
          actions={<ButtonLink to="/">Back to Street View</ButtonLink>}
        />
      </Panel>
    </Page>
  )
}
