import { useId, useState, type SubmitEvent } from 'react'
import { makeMonthToken, type TokenLife } from '#contract/households/monthTokens'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './MonthTokens.module.css'
import { useTokenChange } from './useMonthTokens'

const LIVES = [
  { id: '90', label: '90 days' },
  { id: '365', label: 'A year' },
] as const

const DAYS: Readonly<Record<(typeof LIVES)[number]['id'], TokenLife>> = { '90': 90, '365': 365 }

/** Makes a token, and shows it once. */
export function MakeToken({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null)
  return token === null ? (
    <TokenForm onClose={onClose} onMade={setToken} />
  ) : (
    <MadeToken token={token} onClose={onClose} />
  )
}

function TokenForm({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const formId = useId()
  const [name, setName] = useState('')
  const [life, setLife] = useState<(typeof LIVES)[number]['id']>('90')
  const [isMissing, setIsMissing] = useState(false)
  const make = useTokenChange(
    () => call(makeMonthToken, { body: { name: name.trim(), days: DAYS[life] } }),
    ({ token }) => onMade(token),
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsMissing(name.trim() === '')
    if (name.trim() !== '') make.mutate()
  }
  return (
    <Dialog
      title="Make a token"
      isTypedInto
      onClose={() => (make.isPending ? undefined : onClose())}
      footer={
        <>
          <Button isDisabled={make.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} isPending={make.isPending}>
            Make
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.detail}>The audit log names the months by it, such as “Monthly job of the data team”.</p>
        {make.error === null ? null : <Notice kind="error">{explainError(make.error)}</Notice>}
        <TextField
          label="What will use it"
          value={name}
          onChange={setName}
          error={isMissing ? 'Write what will use the token.' : null}
          maxLength={60}
          autoFocus
        />
        <Select label="Good for" value={life} onChange={setLife} options={LIVES} />
      </form>
    </Dialog>
  )
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const copy = () => {
    // Without permission, people copy from the field.
    navigator.clipboard.writeText(token).then(
      () => notify.success('Token copied.'),
      () => notify.error('This browser did not let Doorstep copy. Select the token and copy it.'),
    )
  }
  return (
    <Dialog
      title="Your token"
      onClose={onClose}
      footer={
        <>
          <Button onPress={copy}>Copy token</Button>
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Notice kind="warning" title="It is shown this once">
          <p>Put it where your jobs keep their secrets. If it is lost, revoke it and make another.</p>
        </Notice>
        <TextField label="Token" value={token} onChange={() => {}} isReadOnly autoFocus />
      </div>
    </Dialog>
  )
}
