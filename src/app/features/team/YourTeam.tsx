import { getOrganisationUsers, type OrganisationUser } from '#contract/team'
import { call } from '../../api/call'
import { ROLE_NAMES } from '../../state/roleNames'
import { useSession } from '../../state/session'
import { useAsked } from '../../state/useAsked'
import { AskedState } from '../../ui/asked-state/AskedState'
import { DataTable, type DataColumn } from '../../ui/data-table/DataTable'
import { Section } from '../../ui/page/Section'

const ask = (signal: AbortSignal) => call(getOrganisationUsers, { signal })

const COLUMNS: readonly DataColumn<OrganisationUser>[] = [
  { id: 'last', heading: 'Last Name', cell: ({ last_name }) => last_name || '–', sortBy: ({ last_name }) => last_name },
  { id: 'first', heading: 'First Name', cell: ({ first_name }) => first_name || '–', sortBy: ({ first_name }) => first_name },
  { id: 'role', heading: 'Role', cell: ({ role }) => ROLE_NAMES[role], sortBy: ({ role }) => ROLE_NAMES[role] },
  { id: 'email', heading: 'Email', cell: ({ email }) => email, sortBy: ({ email }) => email },
]

/** The people of the organisation but for oneself, for those who may see it (docs/product.md#roles). */
export function YourTeam() {
  const { role } = useSession()
  return role === 'Viewer' ? null : <Team />
}

function Team() {
  const { email } = useSession()
  const asked = useAsked(ask)
  const isOther = (user: OrganisationUser) => user.email.toLowerCase() !== email.toLowerCase()
  return (
    <Section title="Your Team" isFlush>
      <AskedState asked={asked} what="Your team">
        {(users) => (
          <DataTable
            caption="Your Team"
            columns={COLUMNS}
            rows={users.filter(isOther)}
            keyOf={(user) => user.email}
            initialOrder={{ column: 'last', direction: 'ascending' }}
          />
        )}
      </AskedState>
    </Section>
  )
}
