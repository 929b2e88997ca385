import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useFetcher } from 'react-router-dom'
import type { OrganisationOption } from '#contract/organisations'
import { NativeButton, NativeLink } from '../../ui/button/NativeButton'
import { NativeSelect } from '../../ui/native-field/NativeSelect'
import { NativeTextField } from '../../ui/native-field/NativeTextField'
import { Notice } from '../../ui/notice/Notice'
import { Spinner } from '../../ui/spinner/Spinner'
import type { loginAction } from './action'
import { INTENT } from './intent'
import { MESSAGES } from './messages'
import styles from './LoginScreen.module.css'

/** Gives up what an issuer has signed in already. */
const CANCEL = '/backend/auth/provider/cancel'

/** The two steps of signing in: the e-mail, then, where it leads to several, the organisation. */
export function LoginForms({ notice }: { notice: ReactNode }) {
  const lookup = useFetcher<typeof loginAction>({ key: 'lookup' })
  const found = lookup.data !== undefined && 'kind' in lookup.data && lookup.data.kind === 'choose' ? lookup.data : null
  // Back leaves what was found behind; the next lookup brings something new.
  const [left, setLeft] = useState<typeof found>(null)
  const [email, setEmail] = useState('')
  return found !== null && found !== left ? (
    <OrganisationStep
      intent={INTENT.login}
      organisations={found.organisations}
      hint={`Your email address belongs to ${found.organisations.length} organisations.`}
      back={(isBusy) => (
        <NativeButton size="large" onClick={() => setLeft(found)} disabled={isBusy}>
          Back
        </NativeButton>
      )}
    />
  ) : (
    <EmailStep lookup={lookup} email={email} onEmail={setEmail} notice={notice} isBack={left !== null} />
  )
}

/** The step of somebody who has signed in at the provider's issuer: the organisation, of all that there are. */
export function SignedInForms() {
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
        <NativeLink href={CANCEL} size="large">
          Cancel
        </NativeLink>
      )}
    />
  )
}

type Fetcher = ReturnType<typeof useFetcher<typeof loginAction>>

/** The last answer's error, until something is typed: errors show only while nothing was typed since. */
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
  /** Come back from the second step: the field takes the focus. */
  isBack: boolean
}

function EmailStep({ lookup, email, onEmail, notice, isBack }: EmailStepProps) {
  const answer = useAnswerError(lookup)
  const [typing, setTyping] = useState<string | null>(null)
  const [hasTyped, setHasTyped] = useState(false)
  const isBlank = email.trim() === ''
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
        autoFocus={isBack}
        placeholder="Enter your email address"
        value={email}
        error={error}
        readOnly={isBusy}
        onChange={(event) => {
          onEmail(event.target.value)
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
  organisations: readonly OrganisationOption[]
  hint: string
  /** The way back. */
  back: (isBusy: boolean) => ReactNode
}

function OrganisationStep({ intent, organisations, hint, back }: OrganisationStepProps) {
  const login = useFetcher<typeof loginAction>({ key: 'login' })
  const answer = useAnswerError(login)
  const isBusy = login.state !== 'idle'
  const select = useRef<HTMLSelectElement>(null)
  const hintId = useId()
  useEffect(() => select.current?.focus(), [])
  return (
    <login.Form method="post" action="/login" className={styles.form}>
      <input type="hidden" name="intent" value={intent} />
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
