import { SuperAdminPanel } from '../features/admin/SuperAdminPanel'
import { CalculatorJobs } from '../features/calculator/CalculatorJobs'
import { ThisDevice } from '../features/device/ThisDevice'
import { logOut } from '../state/device/leave'
import { OwnDetails } from '../features/team/OwnDetails'
import { YourTeam } from '../features/team/YourTeam'
import { useSession } from '../state/session'
import { Page } from '../ui/page/Page'
import { Sections } from '../ui/page/Section'

/** /settings: the profile and team page, with the calculator's jobs and this device. */
export function Component() {
  const { isSuperAdmin } = useSession()
  return (
    <Page title="Settings">
      <Sections>
        <OwnDetails />
        <YourTeam />
        <CalculatorJobs />
        <ThisDevice clear={logOut} />
        {isSuperAdmin ? <SuperAdminPanel /> : null}
      </Sections>
    </Page>
  )
}
