import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { invitePerson } from '#contract/organisations/people'
import type { z } from 'zod'
import { useReasonOffline } from '../../../state/connectivity'
import { useSession } from '../../../state/session'
import { Button } from '../../../ui/button/Button'
import { useSettingsTabs } from '../../../state/placeTabs'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { InvitePerson } from './InvitePerson'
import { PeopleTable } from './PeopleTable'
import { SignInRulesForm, signInRulesQuery } from './SignInRulesForm'
import { organisationUsersQuery } from './Team'

type Invited = z.output<typeof invitePerson.reply>

/** /settings/people, the organisation: who may sign in, and the identity provider's rules. */
export function PeopleScreen() {
  const { isSuperAdmin } = useSession()
  const people = useQuery(organisationUsersQuery)
  const rules = useQuery(signInRulesQuery)
  const [isInviting, setIsInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const whyNot = useReasonOffline('Inviting people needs')
  return (
    <Page
      title="Organisation"
      subtitle={
        isSuperAdmin
          ? 'Who may sign in to the organisation that you are viewing. View as another organisation for its people.'
          : 'Who may sign in to your organisation.'
      }
      tabs={<LinkTabs label="Settings" tabs={useSettingsTabs()} />}
      actions={
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden />}
          isDisabled={whyNot !== null}
          onPress={() => setIsInviting(true)}
        >
          Invite a person
        </Button>
      }
    >
      <Sections>
        {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
        {invited === null ? null : <InvitedNotice invited={invited} hasIssuer={rules.data?.has_issuer ?? true} />}
        <Section title="Who may sign in" isFlush>
          <QueryState query={people} what="The people of your organisation">
            {(loaded) => <PeopleTable people={loaded} />}
          </QueryState>
        </Section>
        <Section
          title="Groups and accounts"
          detail="What your identity provider decides: who gets an account by signing in, and which groups have a role. It takes effect when people next sign in."
        >
          <QueryState query={rules} what="Groups and accounts">
            {(loaded) => <SignInRulesForm rules={loaded} />}
          </QueryState>
        </Section>
      </Sections>
      {isInviting ? (
        <InvitePerson
          onClose={() => setIsInviting(false)}
          onInvited={(person) => {
            setInvited(person)
            setIsInviting(false)
          }}
        />
      ) : null}
    </Page>
  )
}

function InvitedNotice({ invited, hasIssuer }: { invited: Invited; hasIssuer: boolean }) {
  const domain = invited.email.slice(invited.email.lastIndexOf('@') + 1)
  return (
    <Notice kind="success" title={`${invited.email} may now sign in`}>
      <p>Nothing was sent to them: tell them to open {window.location.origin} and sign in with this address.</p>
      {invited.is_found_at_login ? null : (
        <p>The login page does not know {domain} yet. Ask who runs Doorstep for you to add it.</p>
      )}
      {hasIssuer ? null : <p>They need a password for Doorstep’s own sign-in page, from who runs Doorstep for you.</p>}
    </Notice>
  )
}
