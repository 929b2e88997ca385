import type { ReactNode } from 'react'
import { getOrganisations } from '#contract/organisations'
import { getRolesAndOrganisations } from '#contract/viewAs'
import { call } from '../../api/call'
import { isAborted } from '../../api/errors'
import { useAsked } from '../../state/useAsked'
import { AskedState } from '../../ui/asked-state/AskedState'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { Section } from '../../ui/page/Section'
import { CampaignsAccess } from './CampaignsAccess'
import { RenewalsPack } from './RenewalsPack'
import styles from './SuperAdminPanel.module.css'
import { ViewAsForm } from './ViewAsForm'

/** docs/product.md#settings. */
const FAILED = 'Failed to fetch roles and organisations'

const askNames = async (signal: AbortSignal) => {
  try {
    return await call(getRolesAndOrganisations, { signal })
  } catch (cause) {
    if (isAborted(cause)) throw cause
    throw new Error(FAILED, { cause })
  }
}
const askOrganisations = (signal: AbortSignal) => call(getOrganisations, { signal })

/** What super administrators do for organisations; the caller shows it to nobody else. */
export function SuperAdminPanel() {
  const names = useAsked(askNames)
  const organisations = useAsked(askOrganisations)
  return (
    <Section title="Super Admin" detail="For super administrators only. What is done here is recorded in the audit log." isFlush>
      <div className={styles.parts}>
        <Part title="View as" detail="See Doorstep as people of a role, in an organisation, see it. Everything that Doorstep keeps on this device is removed at each switch; your campaign drafts wait for you until you take the view again that you wrote them in.">
          <AskedState asked={names} what="Viewing as another">
            {(loaded) => <ViewAsForm roles={loaded.roles} organisations={loaded.organisations} />}
          </AskedState>
        </Part>
        <Part title="Client renewals pack" detail="A PDF to hand to a client: the last twelve months of campaigns, recipients, take-up found and people active.">
          <AskedState asked={names} what="A renewals pack">
            {(loaded) => <RenewalsPack organisations={loaded.organisations} />}
          </AskedState>
        </Part>
        <Part title="Campaigns access" detail="Which organisations may use campaigns. Switching campaigns off closes them to the organisation's people; what is being sent goes on.">
          <AskedState asked={organisations} what="Campaigns access">
            {(loaded) => <CampaignsAccess key={loaded.length} loaded={loaded} />}
          </AskedState>
        </Part>
        <Part title="Audit log" detail="Every sign-in, export, review, run, cancel, view-as and template upload: who, where, what and how many.">
          <div>
            <ButtonLink to="/settings/audit">Open the audit log</ButtonLink>
          </div>
        </Part>
      </div>
    </Section>
  )
}

function Part({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <div>
        <h3>{title}</h3>
        <p className={styles.detail}>{detail}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
