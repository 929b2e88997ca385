import { useSession } from '../../state/session'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { Section } from '../../ui/page/Page'

/** The way to the months of data; hidden from viewers. */
export function MonthsLink() {
  const { role } = useSession()
  return role === 'Viewer' ? null : (
    <Section title="Months of data" actions={<ButtonLink to="/settings/months">Manage months</ButtonLink>}>
      <p>Hand over a new month of households, see what it would change, and publish it.</p>
    </Section>
  )
}
