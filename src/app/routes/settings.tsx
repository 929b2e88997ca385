import { SuperAdminPanel } from '../features/admin/SuperAdminPanel'
import { CalculatorJobs } from '../features/calculator/CalculatorJobs'
import { DataProtectionLink } from '../features/dataProtection/DataProtectionLink'
import { Jobs } from '../features/jobs/Jobs'
import { SingleKeys } from '../features/device/SingleKeys'
import { ThisDevice } from '../features/device/ThisDevice'
import { KeptLink } from '../features/campaigns/kept/KeptLink'
import { WhatMessagesCost } from '../features/sending/MessageCosts'
import { WhatMessagesSay } from '../features/sending/MessageSettings'
import { MonthsLink } from '../features/months/MonthsLink'
import { Sending } from '../features/sending/Sending'
import { clearDevice } from '../state/device/leave'
import { OwnDetails, YourTeam } from '../features/team/Team'
import { useSession } from '../state/session'
import { Page, Sections } from '../ui/page/Page'

/** /settings: the profile and team page, with the calculator's jobs and this device. */
export function Component() {
  const { isSuperAdmin } = useSession()
  return (
    <Page title="Settings">
      <Sections>
        <OwnDetails />
        <YourTeam />
        <DataProtectionLink />
        <MonthsLink />
        <Sending />
        <WhatMessagesSay />
        <WhatMessagesCost />
        <KeptLink />
        <CalculatorJobs />
        <SingleKeys />
        <ThisDevice clear={clearDevice} />
        {isSuperAdmin ? <Jobs /> : null}
        {isSuperAdmin ? <SuperAdminPanel /> : null}
        <p>
          <a href="/accessibility">Accessibility statement</a>
        </p>
      </Sections>
    </Page>
  )
}
