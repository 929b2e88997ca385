import { getOwnDetails } from '#contract/team'
import { call } from '../../api/call'
import { ROLE_NAMES } from '../../state/roleNames'
import { useSession } from '../../state/session'
import { useAsked } from '../../state/useAsked'
import { DetailList } from '../../ui/page/DetailList'
import { Section } from '../../ui/page/Section'

const ask = (signal: AbortSignal) => call(getOwnDetails, { signal })

/** The person's own details, read-only. What the session knows stands there at once, also without a line. */
export function OwnDetails() {
  const session = useSession()
  const asked = useAsked(ask)
  const own = asked.state === 'loaded' ? asked.value : null
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
