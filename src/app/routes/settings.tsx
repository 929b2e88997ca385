import { SuperAdminPanel } from '../features/settings/provider/SuperAdminPanel'
import { OwnDetails, YourTeam } from '../features/settings/people/Team'
import { useSettingsTabs } from '../state/placeTabs'
import { useSession } from '../state/session'
import { LinkTabs } from '../ui/link-tabs/LinkTabs'
import { Page, Sections } from '../ui/page/Page'

/** /settings: the profile and team page, with the super admin panel. */
export function Component() {
  const { role, isSuperAdmin } = useSession()
  return (
    <Page title="Settings" tabs={<LinkTabs label="Settings" tabs={useSettingsTabs()} />}>
      <Sections>
        <OwnDetails />
        {role === 'Viewer' ? null : <YourTeam />}
        {isSuperAdmin ? <SuperAdminPanel /> : null}
        <p>
          <a href="/accessibility">Accessibility statement</a>
        </p>
      </Sections>
    </Page>
  )
}
