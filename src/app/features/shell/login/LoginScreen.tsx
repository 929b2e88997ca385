import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useFetcher, useSearchParams } from 'react-router-dom'
import type { OrganisationOption } from '#contract/organisations/organisations'
import { signInReasonAtom } from '../../../state/device/signedOut'
import { useAtomValue } from '../../../state/store'
import { DoorMark } from '../../../ui/brand/DoorMark'
import { NativeButton, NativeLink } from '../../../ui/button/NativeButton'
import { NativeSelect, NativeTextField } from '../../../ui/native-field/NativeFields'
import { Notice } from '../../../ui/notice/Notice'
import { usePageTitle } from '../../../ui/page/pageHeader'
import { Spinner } from '../../../ui/spinner/Spinner'
import type { loginAction } from './action'
import { INTENT, MESSAGES, signInError } from './messages'
import styles from './LoginScreen.module.css'
import { Street } from './Street'

/** Without heavy imports: the page has a budget (tests/house/budget.test.ts). */
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
          <WaitingWork />
          <p className={styles.foot}>
            <a href="/accessibility">Accessibility statement</a>
          </p>
        </div>
      </main>
    </div>
  )
}

function Why({ error, reason }: { error: string | null; reason: string | null }) {
  if (error !== null) return <Notice kind="warning">{error}</Notice>
  if (reason === null) return null
  return (
    <Notice kind="info" title={reason}>
      Sign in to carry on.
    </Notice>
  )
}

function LoginForms({ notice }: { notice: ReactNode }) {
  const lookup = useFetcher<typeof loginAction>({ key: 'lookup' })
  const found = lookup.data !== undefined && 'kind' in lookup.data && lookup.data.kind === 'choose' ? lookup.data : null
  // Dismissed by Back; a new lookup is a new object.
  const [left, setLeft] = useState<typeof found>(null)
  const [email, setEmail] = useState('')
  return found !== null && found !== left ? (
    <OrganisationStep
      intent={INTENT.login}
      email={email}
      organisations={found.organisations}
      hint={`Your email address belongs to ${found.organisations.length} organisations.`}
      back={(isBusy) => (
        <NativeButton size="large" onClick={() => setLeft(found)} disabled={isBusy}>
          Back
        </NativeButton>
      )}
    />
  ) : (
    <EmailStep lookup={lookup} email={email} onEmail={setEmail} notice={notice} />
  )
}

function SignedInForms() {
  const { data, submit } = useFetcher<typeof loginAction>({ key: 'list' })
  useEffect(() => void submit({ intent: INTENT.list }, { method: 'post', action: '/login' }), [submit])
  if (data === undefined || !('kind' in data)) {
    return (
      <div className={styles.form}>
        <Spinner label="Loading organisations" />
      </div>
    )
  }
  if (data.kind !== 'signed-in') {
    return (
      <LoginForms
        notice={<Notice kind="warning">{data.kind === 'error' ? data.message : MESSAGES.loginFailed}</Notice>}
      />
    )
  }
  return (
    <OrganisationStep
      intent={INTENT.choose}
      organisations={data.organisations}
      hint={`You are signed in as ${data.email}.`}
      back={() => (
        <NativeLink href="/backend/auth/provider/cancel" size="large">
          Cancel
        </NativeLink>
      )}
    />
  )
}

type Fetcher = ReturnType<typeof useFetcher<typeof loginAction>>

function useAnswerError(fetcher: Fetcher): { error: string | null; clear: () => void } {
  const [seen, setSeen] = useState<Fetcher['data']>(undefined)
  const { data, state } = fetcher
  const isShown = data !== undefined && data !== seen && state === 'idle' && 'kind' in data && data.kind === 'error'
  return { error: isShown ? data.message : null, clear: () => setSeen(data) }
}

interface EmailStepProps {
  lookup: Fetcher
  email: string
  onEmail: (email: string) => void
  notice: ReactNode
}

function EmailStep({ lookup, email, onEmail, notice }: EmailStepProps) {
  const answer = useAnswerError(lookup)
  const [typing, setTyping] = useState<string | null>(null)
  const [hasTyped, setHasTyped] = useState(false)
  const [isAutofilled, setIsAutofilled] = useState(false)
  const isBlank = email.trim() === '' && !isAutofilled
  const isBusy = lookup.state !== 'idle'
  const error = typing ?? answer.error
  return (
    <lookup.Form method="post" action="/login" noValidate className={styles.form}>
      {!hasTyped && error === null ? notice : null}
      <input type="hidden" name="intent" value={INTENT.lookup} />
      <NativeTextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        placeholder="Enter your email address"
        value={email}
        error={error}
        readOnly={isBusy}
        // The autofill style: some browsers send no other event, or hide the value until a press.
        onAnimationStart={({ currentTarget }) => {
          onEmail(currentTarget.value)
          setIsAutofilled(true)
        }}
        onChange={(event) => {
          onEmail(event.target.value)
          setIsAutofilled(false)
          setHasTyped(true)
          setTyping(null)
          answer.clear()
        }}
        onBlur={() => setTyping(hasTyped && isBlank ? MESSAGES.emailRequired : typing)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isBlank) return
          event.preventDefault()
          setTyping(MESSAGES.emailMissing)
        }}
      />
      <NativeButton type="submit" variant="primary" size="large" wide disabled={isBlank || isBusy} isPending={isBusy}>
        Continue
      </NativeButton>
    </lookup.Form>
  )
}

interface OrganisationStepProps {
  intent: typeof INTENT.login | typeof INTENT.choose
  email?: string
  organisations: readonly OrganisationOption[]
  hint: string
  back: (isBusy: boolean) => ReactNode
}

function OrganisationStep({ intent, email, organisations, hint, back }: OrganisationStepProps) {
  const login = useFetcher<typeof loginAction>({ key: 'login' })
  const answer = useAnswerError(login)
  const isBusy = login.state !== 'idle'
  const select = useRef<HTMLSelectElement>(null)
  const hintId = useId()
  useEffect(() => select.current?.focus(), [])
  return (
    <login.Form method="post" action="/login" className={styles.form}>
      <input type="hidden" name="intent" value={intent} />
      {email === undefined ? null : <input type="hidden" name="email" value={email.trim()} />}
      <NativeSelect
        ref={select}
        label="Organisation"
        name="organisation"
        defaultValue=""
        error={answer.error}
        aria-describedby={hintId}
        onChange={answer.clear}
      >
        <option value="">Select your organisation</option>
        {organisations.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      <div className={styles.buttons}>
        {back(isBusy)}
        <NativeButton type="submit" variant="primary" size="large" wide disabled={isBusy} isPending={isBusy}>
          {isBusy ? 'Logging in...' : 'Continue'}
        </NativeButton>
      </div>
    </login.Form>
  )
}

/** Lazy: loads after the page. */
function WaitingWork() {
  const [words, setWords] = useState('')
  useEffect(() => {
    import('../../../state/device/waiting')
      .then(({ describeWaitingWork }) => describeWaitingWork())
      .then(setWords, () => {})
  }, [])
  return words === '' ? null : <Notice>{words}</Notice>
}
