import { SuperAdminPanel } from '../features/settings/provider/SuperAdminPanel'
import { CalculatorJobs } from '../features/settings/calculator/CalculatorJobs'
import { BackgroundJobs } from '../features/settings/background-jobs/BackgroundJobs'
import { SingleKeys } from '../features/shell/device/SingleKeys'
import { ThisDevice } from '../features/shell/device/ThisDevice'
import { WhatMessagesCost } from '../features/settings/notify-accounts/MessageCosts'
import { WhatMessagesSay } from '../features/settings/notify-accounts/MessageSettings'
import { NotifyAccountSection } from '../features/settings/notify-accounts/NotifyAccountSection'
import { clearDevice } from '../state/device/leave'
import { OwnDetails, YourTeam } from '../features/settings/people/Team'
import { campaignsEnabledAtom, useSession } from '../state/session'
import { useAtomValue } from '../state/store'
import { ButtonLink } from '../ui/button/ButtonLink'
import { Page, Section, Sections } from '../ui/page/Page'

/** /settings: the profile and team page, with the calculator's jobs and this device. */
export function Component() {
  const { role, isSuperAdmin } = useSession()
  const areCampaignsEnabled = useAtomValue(campaignsEnabledAtom) === true || isSuperAdmin
  const isViewer = role === 'Viewer'
  return (
    <Page title="Settings">
      <Sections>
        <OwnDetails />
        {isViewer ? null : (
          <>
            <YourTeam />
            <Section title="Data protection" detail="Who sees and exports what, and how long it is kept.">
              <ButtonLink to="/settings/data-protection">Manage data protection</ButtonLink>
            </Section>
            <Section title="Months of data" actions={<ButtonLink to="/settings/months">Manage months</ButtonLink>}>
              <p>Hand over a new month of households, see what it would change, and publish it.</p>
            </Section>
            <NotifyAccountSection />
            <WhatMessagesSay />
            <WhatMessagesCost />
          </>
        )}
        {isViewer || !areCampaignsEnabled ? null : (
          <Section
            title="Texts and letters"
            actions={<ButtonLink to="/settings/templates">Manage texts and letters</ButtonLink>}
          >
            <p>
              Write texts and upload letters for your campaigns, approve what others wrote, and see earlier versions.
            </p>
          </Section>
        )}
        <CalculatorJobs />
        <SingleKeys />
        <ThisDevice clear={clearDevice} />
        {isSuperAdmin ? <BackgroundJobs /> : null}
        {isSuperAdmin ? <SuperAdminPanel /> : null}
        <p>
          <a href="/accessibility">Accessibility statement</a>
        </p>
      </Sections>
    </Page>
  )
}
