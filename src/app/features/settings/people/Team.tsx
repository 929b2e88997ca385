import { useQuery } from '@tanstack/react-query'
import { getOrganisationUsers, getOwnDetails, type OrganisationUser } from '#contract/organisations/people'
import { queryOptions } from '../../../api/queryOptions'
import { ROLE_NAMES, useSession } from '../../../state/session'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { DetailList } from '../../../ui/page/Facts'
import type { DataColumn } from '../../../ui/data-table/rows'

export const organisationUsersQuery = queryOptions(getOrganisationUsers)

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

/** The organisation's other people; for administrators. */
export function YourTeam() {
  const { email } = useSession()
  const team = useQuery(organisationUsersQuery)
  const isOther = (user: OrganisationUser) => user.email.toLowerCase() !== email.toLowerCase()
  return (
    <Section title="Your Team" isFlush actions={<ButtonLink to="/settings/people">Manage people</ButtonLink>}>
      <QueryState query={team} what="Your team">
        {(users) => (
          <DataTable
            caption="Your Team"
            columns={COLUMNS}
            rows={users.filter(isOther)}
            keyOf={(user) => user.email}
            initialOrder={{ column: 'last', direction: 'ascending' }}
            isFolding
          />
        )}
      </QueryState>
    </Section>
  )
}

/** Read-only, from the session, so also offline. */
export function OwnDetails() {
  const session = useSession()
  const { data: own } = useQuery(queryOptions(getOwnDetails))
  const named = own && (own.first_name || own.last_name)
  return (
    <Section title="Your details">
      <DetailList
        details={[
          ...(named
            ? [
                { name: 'First Name', value: own.first_name },
                { name: 'Last Name', value: own.last_name },
              ]
            : []),
          { name: 'Email', value: session.email },
          ...(own ? [{ name: 'Organisation', value: own.organisation }] : []),
          { name: 'Role', value: ROLE_NAMES[session.role] },
        ]}
      />
    </Section>
  )
}
