import { useSession } from '../state/session'
import { Page, Panel } from '../ui/page/Page'
import { ROLE_NAMES } from '../features/session/roleNames'
import styles from './settings.module.css'

/** /settings: who is signed in, read-only. */
export function Component() {
  const { email, organisation, role } = useSession()
  return (
    <Page title="Settings">
      <Panel>
        <div className={styles.details}>
          <h2>Your details</h2>
          <dl className={styles.list}>
            <Detail name="Email" value={email} />
            <Detail name="Organisation" value={organisation} />
            <Detail name="Role" value={ROLE_NAMES[role]} />
          </dl>
        </div>
      </Panel>
    </Page>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
