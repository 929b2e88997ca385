import { FileText } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { createRenewalsPack } from '#contract/results/renewals'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { openInTab } from '../../../lib/openInTab'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { NativeLink } from '../../../ui/button/NativeButton'
import { Notice } from '../../../ui/notice/Notice'
import { Select } from '../../../ui/select/Select'
import styles from './SuperAdminPanel.module.css'

/** Makes an organisation's renewals pack and opens it. */
export function RenewalsPack({ organisations }: { organisations: readonly string[] }) {
  const whyNot = useReasonOffline('A renewals pack needs')
  const [organisation, setOrganisation] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [created, setCreated] = useState<{ url: string; organisation: string } | null>(null)
  const pack = useMutation({
    mutationFn: async (name: string) => {
      const { url } = await call(createRenewalsPack, { body: { lift_client_display_name: name } })
      setCreated({ url, organisation: name })
      return url
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsMissing(organisation === null)
    if (organisation === null) return
    setCreated(null)
    // Later the browser would block the tab. The mutation shows a failure.
    openInTab(() => pack.mutateAsync(organisation), { isDownload: false }).catch(() => {})
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
        <Button type="submit" icon={<FileText aria-hidden />} isPending={pack.isPending} isDisabled={whyNot !== null}>
          Generate renewals pack
        </Button>
        {whyNot === null ? null : <p>{whyNot}</p>}
      </div>
      {pack.error === null ? null : (
        <div className={styles.wide}>
          <Notice kind="error">{explainError(pack.error)}</Notice>
        </div>
      )}
      {created === null ? null : (
        <div className={styles.wide}>
          <Notice kind="success" action={<NativeLink href={created.url}>Open the PDF</NativeLink>}>
            <p>The renewals pack for {created.organisation} is ready. Its address works for five minutes.</p>
          </Notice>
        </div>
      )}
    </form>
  )
}
