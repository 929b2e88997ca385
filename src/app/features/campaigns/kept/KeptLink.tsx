import { campaignsEnabledAtom, useSession } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Section } from '../../../ui/page/Page'

/** The way to the texts and letters; hidden from viewers, and where campaigns are switched off. */
export function KeptLink() {
  const { role, isSuperAdmin } = useSession()
  const areEnabled = useAtomValue(campaignsEnabledAtom) === true || isSuperAdmin
  if (role === 'Viewer' || !areEnabled) return null
  return (
    <Section
      title="Texts and letters"
      actions={<ButtonLink to="/settings/templates">Manage texts and letters</ButtonLink>}
    >
      <p>Write texts and upload letters for your campaigns, approve what others wrote, and see earlier versions.</p>
    </Section>
  )
}
