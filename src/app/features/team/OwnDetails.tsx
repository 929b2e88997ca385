import { useQuery } from '@tanstack/react-query'
import { ROLE_NAMES } from '../../state/session'
import { useSession } from '../../state/session'
import { DetailList } from '../../ui/page/DetailList'
import { Section } from '../../ui/page/Section'
import { ownDetailsQuery } from './queries'

/** The person's own details, read-only. What the session knows is there at once, also offline. */
export function OwnDetails() {
  const session = useSession()
  const { data: own } = useQuery(ownDetailsQuery)
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
          { name: 'Organisation', value: own?.organisation ?? session.organisation },
          { name: 'Role', value: ROLE_NAMES[session.role] },
        ]}
      />
    </Section>
  )
}
