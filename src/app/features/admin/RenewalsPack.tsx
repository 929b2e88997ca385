import { FileText } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { createRenewalsPack } from '#contract/renewals'
import { call } from '../../api/call'
import { messageOf } from '../../api/errors'
import { useReasonOffline } from '../../state/online'
import { Button } from '../../ui/button/Button'
import { NativeLink } from '../../ui/button/NativeButton'
import { Notice } from '../../ui/notice/Notice'
import { Select } from '../../ui/select/Select'
import styles from './SuperAdminPanel.module.css'

type Outcome = { kind: 'made'; url: string; organisation: string } | { kind: 'failed'; message: string }

/** Makes an organisation's renewals pack and opens it (decision 42). */
export function RenewalsPack({ organisations }: { organisations: readonly string[] }) {
  const whyNot = useReasonOffline('A renewals pack needs')
  const [organisation, setOrganisation] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const make = async (name: string) => {
    setIsPending(true)
    setOutcome(null)
    // Opened in the press itself: a tab that is opened later is stopped by pop-up blockers.
    const tab = window.open('about:blank', '_blank')
    try {
      const { url } = await call(createRenewalsPack, { body: { lift_client_display_name: name } })
      if (tab) tab.location.replace(url)
      setOutcome({ kind: 'made', url, organisation: name })
    } catch (error) {
      tab?.close()
      setOutcome({ kind: 'failed', message: messageOf(error) })
    } finally {
      setIsPending(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsMissing(organisation === null)
    if (organisation !== null) void make(organisation)
  }
  return (
    <form className={styles.form} aria-label="Client renewals pack" onSubmit={submit}>
      <Select
        label="Client"
        placeholder="Please select a client"
        value={organisation}
        onChange={(name) => {
          setOrganisation(name)
          setIsMissing(false)
        }}
        error={isMissing ? 'Please select a client' : null}
        options={organisations.map((id) => ({ id, label: id }))}
      />
      <div className={styles.buttons}>
        <Button type="submit" icon={<FileText aria-hidden />} isPending={isPending} isDisabled={whyNot !== null}>
          Generate renewals pack
        </Button>
        {whyNot === null ? null : <p>{whyNot}</p>}
      </div>
      {outcome === null ? null : (
        <div className={styles.wide}>
          {outcome.kind === 'failed' ? (
            <Notice kind="error">{outcome.message}</Notice>
          ) : (
            <Notice kind="success" action={<NativeLink href={outcome.url}>Open the PDF</NativeLink>}>
              <p>The renewals pack for {outcome.organisation} is ready. Its address works for five minutes.</p>
            </Notice>
          )}
        </div>
      )}
    </form>
  )
}
