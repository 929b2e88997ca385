import { useSearchParams } from 'react-router-dom'
import { signInReasonAtom } from '../../state/signInReason'
import { useAtomValue } from '../../state/store'
import { DoorMark } from '../../ui/brand/DoorMark'
import { Notice } from '../../ui/notice/Notice'
import { usePageTitle } from '../../ui/page/usePageTitle'
import { LoginForms, SignedInForms } from './LoginForms'
import { Street } from './Street'
import { signInError } from './messages'
import styles from './LoginScreen.module.css'

/** The login screen. Light parts only: the page has a budget (tests/house). */
export function LoginScreen() {
  usePageTitle('Login')
  const [search] = useSearchParams()
  const reason = useAtomValue(signInReasonAtom)
  return (
    <div className={styles.screen}>
      <aside className={styles.pane} aria-hidden="true">
        <div className={styles.brand}>
          <DoorMark />
          Doorstep
        </div>
        <p className={styles.promise}>Find the households that miss out on benefits, street by street.</p>
        <Street />
      </aside>
      <main className={styles.main}>
        <div className={styles.card}>
          <h1 className={styles.title}>Login to your account</h1>
          <p className={styles.welcome}>Welcome back! Please choose your organisation.</p>
          {search.get('step') === 'organisation' ? (
            <SignedInForms />
          ) : (
            <LoginForms notice={<Why error={signInError(search.get('error'))} reason={reason} />} />
          )}
        </div>
      </main>
    </div>
  )
}

/** Why the page is shown, where it was not asked for. */
function Why({ error, reason }: { error: string | null; reason: string | null }) {
  if (error !== null) return <Notice kind="warning">{error}</Notice>
  if (reason === null) return null
  return (
    <Notice kind="info" title={reason}>
      Sign in to carry on.
    </Notice>
  )
}
