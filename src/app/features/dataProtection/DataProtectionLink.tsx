import { useSession } from '../../state/session'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { Section } from '../../ui/page/Page'

/** The way to the data protection page; hidden from viewers. */
export function DataProtectionLink() {
  const { role } = useSession()
  if (role === 'Viewer') return null
  return (
    <Section title="Data protection" detail="Who sees and exports what, and how long it is kept.">
      <ButtonLink to="/settings/data-protection">Manage data protection</ButtonLink>
    </Section>
  )
}
