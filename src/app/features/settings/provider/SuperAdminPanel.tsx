import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getRolesAndOrganisations } from '#contract/organisations/viewAs'
import { queryOptions } from '../../../api/queryOptions'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { RenewalsPack } from './RenewalsPack'
import styles from './SuperAdminPanel.module.css'
import { ViewAsForm } from './ViewAsForm'

const NAMES_FAILED = 'Failed to fetch roles and organisations'

/** Viewing as another, and the renewals pack, for super administrators. */
export function SuperAdminPanel() {
  const names = useQuery(queryOptions(getRolesAndOrganisations))
  return (
    <Section
      title="Super Admin"
      detail="For super administrators only. What is done here is recorded in the audit log."
      isFlush
    >
      <div className={styles.parts}>
        <Part
          title="View as"
          detail="See Doorstep as people of a role, in an organisation, see it. Everything that Doorstep keeps on this device is removed at each switch; your campaign drafts wait for you until you take the view again that you wrote them in."
        >
          <QueryState query={names} what="Viewing as another" failure={NAMES_FAILED}>
            {(loaded) => <ViewAsForm roles={loaded.roles} organisations={loaded.organisations} />}
          </QueryState>
        </Part>
        <Part
          title="Client renewals pack"
          detail="A PDF to hand to a client: the last twelve months of campaigns, recipients, take-up found and people active."
        >
          <QueryState query={names} what="A renewals pack" failure={NAMES_FAILED}>
            {(loaded) => <RenewalsPack organisations={loaded.organisations} />}
          </QueryState>
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
