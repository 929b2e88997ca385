import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, LogOut, UserCog, UserMinus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  changeRole,
  endSessions,
  removePerson,
  type GrantableRole,
  type OrganisationUser,
} from '#contract/organisations/people'
import { call } from '../../../api/call'
import { explainFailure } from '../../../api/errors'
import { formatMoment } from '../../../lib/moments'
import { useReasonOffline, useWhyNotInMenu } from '../../../state/connectivity'
import { ROLE_NAMES, useSession } from '../../../state/session'
import { Badge } from '../../../ui/badge/Badge'
import { IconButton } from '../../../ui/button/IconButton'
import { DataTable } from '../../../ui/data-table/DataTable'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { Menu } from '../../../ui/menu/Menu'
import { notify } from '../../../ui/notify/notify'
import styles from './People.module.css'
import { organisationUsersQuery } from './Team'
import type { DataColumn } from '../../../ui/data-table/rows'

type What = 'role' | 'end' | 'remove'
interface Asked {
  readonly what: What
  readonly person: OrganisationUser
}

/** Who may sign in, with administrators' actions. */
export function PeopleTable({ people }: { people: readonly OrganisationUser[] }) {
  const { email: own } = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const isOwn = ({ email }: OrganisationUser) => email.toLowerCase() === own.toLowerCase()
  const columns: readonly DataColumn<OrganisationUser>[] = [
    {
      id: 'person',
      heading: 'Person',
      sortBy: (person) => `${person.last_name} ${person.first_name} ${person.email}`.trim(),
      cell: (person) => <Person person={person} isOwn={isOwn(person)} />,
    },
    {
      id: 'role',
      heading: 'Role',
      sortBy: ({ role }) => ROLE_NAMES[role],
      cell: ({ role, role_from_groups }) => (
        <>
          {ROLE_NAMES[role]}
          {role_from_groups ? <span className={styles.detail}>by group</span> : null}
        </>
      ),
    },
    {
      id: 'seen',
      heading: 'Last signed in',
      sortBy: ({ last_signed_in_at: at }) => at ?? '',
      cell: ({ last_signed_in_at: at, is_signed_in }) => (
        <span className={styles.seen}>
          {at === null ? 'Never' : formatMoment(at)}
          {is_signed_in ? <Badge tone="green">Signed in</Badge> : null}
        </span>
      ),
    },
    {
      id: 'actions',
      heading: 'Actions',
      isHeadingHidden: true,
      isAction: true,
      cell: (person) =>
        isOwn(person) ? null : <PersonMenu person={person} onAsk={(what) => setAsked({ what, person })} />,
    },
  ]
  return (
    <>
      <DataTable
        caption="People"
        columns={columns}
        rows={people}
        keyOf={({ id }) => id}
        initialOrder={{ column: 'person', direction: 'ascending' }}
        isFolding
        paging={{
          rowsAPage: 25,
          label: 'Pages of people',
          count: (rows) => (rows === 1 ? '1 person' : `${rows} people`),
        }}
      />
      {asked ? <AskedQuestion key={asked.person.id} {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

const readName = ({ first_name, last_name, email }: OrganisationUser) => `${first_name} ${last_name}`.trim() || email

function Person({ person, isOwn }: { person: OrganisationUser; isOwn: boolean }) {
  const name = readName(person)
  return (
    <>
      {name}
      {isOwn ? ' (you)' : null}
      {name === person.email ? null : <span className={styles.detail}>{person.email}</span>}
    </>
  )
}

function PersonMenu({ person, onAsk }: { person: OrganisationUser; onAsk: (what: What) => void }) {
  const offline = useWhyNotInMenu()
  const byGroup = person.role_from_groups ? 'follows their groups' : null
  const entry = (what: What, label: string, icon: ReactNode, whyNot: string | null = offline) => ({
    id: what,
    label,
    icon,
    whyNot,
    isDanger: what === 'remove',
    onAction: () => onAsk(what),
  })
  return (
    <Menu
      label={`Actions for ${person.email}`}
      trigger={
        <IconButton label={`Actions for ${person.email}`} icon={<EllipsisVertical aria-hidden />} withTooltip={false} />
      }
      items={[
        entry('role', describeRoleChange(otherRole(person)), <UserCog aria-hidden />, offline ?? byGroup),
        ...(person.is_signed_in ? [entry('end', 'End sessions', <LogOut aria-hidden />)] : []),
        entry('remove', 'Remove', <UserMinus aria-hidden />),
      ]}
    />
  )
}

const otherRole = ({ role }: OrganisationUser): GrantableRole => (role === 'Viewer' ? 'OrganisationAdmin' : 'Viewer')
const describeRoleChange = (role: GrantableRole) => (role === 'Viewer' ? 'Make a Viewer' : 'Make an administrator')

function AskedQuestion({ what, person, onClose }: Asked & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Changing people needs')
  const { id: person_id, email } = person
  const role = otherRole(person)
  const question = {
    role: {
      title: `Make ${readName(person)} ${role === 'Viewer' ? 'a Viewer' : 'an administrator'}?`,
      yes: describeRoleChange(role),
      words:
        role === 'Viewer'
          ? `${email} can no longer invite, change or remove people. It takes effect at once.`
          : `${email} will be able to invite, change and remove people of your organisation. It takes effect at once.`,
      done: `${email} is now ${role === 'Viewer' ? 'a Viewer' : 'an administrator'}.`,
      act: () => call(changeRole, { body: { person_id, role } }),
    },
    end: {
      title: `End the sessions of ${readName(person)}?`,
      yes: 'End sessions',
      words: `${email} is signed out on every device at once, and may sign in again.`,
      done: `${email} is signed out everywhere.`,
      act: () => call(endSessions, { body: { person_id } }),
    },
    remove: {
      title: `Remove ${readName(person)}?`,
      yes: 'Remove',
      words: `${email} is signed out on every device at once, and cannot sign in until somebody invites them again.`,
      done: `${email} was removed.`,
      act: () => call(removePerson, { body: { person_id } }),
    },
  }[what]
  const change = useMutation({
    mutationFn: (): Promise<unknown> => question.act(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(organisationUsersQuery)
      void notify.success(question.done)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={question.title}
      no="Cancel"
      yes={question.yes}
      variant={what === 'role' ? 'primary' : 'danger'}
      onNo={onClose}
      onYes={() => change.mutate()}
      isPending={change.isPending}
      failure={explainFailure(change.error)}
      whyNot={whyNot}
    >
      <p>{question.words}</p>
    </ConfirmDialog>
  )
}
