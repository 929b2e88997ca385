import type { ReactNode } from 'react'
import { BackgroundJobs } from '../features/settings/background-jobs/BackgroundJobs'
import { CalculatorJobs } from '../features/settings/calculator/CalculatorJobs'
import { MonthsOfData } from '../features/settings/imports/MonthsOfData'
import { MonthTokensSection } from '../features/settings/month-tokens/MonthTokensSection'
import { WhatMessagesCost } from '../features/settings/notify-accounts/MessageCosts'
import { WhatMessagesSay } from '../features/settings/notify-accounts/MessageSettings'
import { NotifyAccountSection } from '../features/settings/notify-accounts/NotifyAccountSection'
import { CampaignsAccess } from '../features/settings/provider/CampaignsAccess'
import { SingleKeys } from '../features/shell/device/SingleKeys'
import { ThisDevice } from '../features/shell/device/ThisDevice'
import { clearDevice } from '../state/device/leave'
import { useSettingsTabs } from '../state/placeTabs'
import { useSession } from '../state/session'
import { ButtonLink } from '../ui/button/ButtonLink'
import { LinkTabs } from '../ui/link-tabs/LinkTabs'
import { Page, Section, Sections } from '../ui/page/Page'

function Part({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) {
  return (
    <Page title={title} subtitle={subtitle} tabs={<LinkTabs label="Settings" tabs={useSettingsTabs()} />}>
      <Sections>{children}</Sections>
    </Page>
  )
}

/** /settings/messages */
export const Messages = () => (
  <Part
    title="Messages"
    subtitle="How texts and letters go out, what they say about your organisation, and what they cost."
  >
    <NotifyAccountSection />
    <WhatMessagesSay />
    <WhatMessagesCost />
  </Part>
)

/** /settings/data */
export function Data() {
  const isViewer = useSession().role === 'Viewer'
  return (
    <Part
      title="Data"
      subtitle={
        isViewer
          ? 'What was calculated from the latest month.'
          : 'Your months of households, the latest of which the map and campaigns use, and what was calculated.'
      }
    >
      {isViewer ? null : <MonthsOfData />}
      {isViewer ? null : <MonthTokensSection />}
      <CalculatorJobs />
    </Part>
  )
}

/** /settings/device */
export const Device = () => (
  <Part title="Device" subtitle="What Doorstep does and keeps in this browser.">
    <ThisDevice clear={clearDevice} />
    <SingleKeys />
  </Part>
)

/** /settings/provider */
export const Provider = () => (
  <Part title="Provider" subtitle="Over all organisations. What is done here is recorded in the audit log.">
    <CampaignsAccess />
    <Section
      title="Audit log"
      detail="Every sign-in, export, review, run, cancel, view-as and template upload: who, where, what and how many."
    >
      <ButtonLink to="/settings/audit">Open the audit log</ButtonLink>
    </Section>
    <BackgroundJobs />
  </Part>
)
