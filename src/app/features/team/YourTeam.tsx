import { useQuery } from '@tanstack/react-query'
import type { OrganisationUser } from '#contract/team'
import { ROLE_NAMES } from '../../state/session'
import { useSession } from '../../state/session'
import { DataTable, type DataColumn } from '../../ui/data-table/DataTable'
import { Section } from '../../ui/page/Section'
import { QueryState } from '../../ui/query-state/QueryState'
import { organisationUsersQuery } from './queries'

const COLUMNS: readonly DataColumn<OrganisationUser>[] = [
  { id: 'last', heading: 'Last Name', cell: ({ last_name }) => last_name || '–', sortBy: ({ last_name }) => last_name },
  {
    id: 'first',
    heading: 'First Name',
    cell: ({ first_name }) => first_name || '–',
    sortBy: ({ first_name }) => first_name,
  },
  { id: 'role', heading: 'Role', cell: ({ role }) => ROLE_NAMES[role], sortBy: ({ role }) => ROLE_NAMES[role] },
  { id: 'email', heading: 'Email', cell: ({ email }) => email, sortBy: ({ email }) => email },
]

/** The organisation's other people; hidden from viewers. */
export function YourTeam() {
  const { role } = useSession()
  return role === 'Viewer' ? null : <Team />
}

function Team() {
  const { email } = useSession()
  const team = useQuery(organisationUsersQuery)
  const isOther = (user: OrganisationUser) => user.email.toLowerCase() !== email.toLowerCase()
  return (
    <Section title="Your Team" isFlush>
      <QueryState query={team} what="Your team">
        {(users) => (
          <DataTable
            caption="Your Team"
            columns={COLUMNS}
            rows={users.filter(isOther)}
            keyOf={(user) => user.email}
            initialOrder={{ column: 'last', direction: 'ascending' }}
          />
        )}
      </QueryState>
    </Section>
  )
}
