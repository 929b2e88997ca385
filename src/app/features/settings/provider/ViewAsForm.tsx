import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { explainError, readFieldErrors } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { roleInWords, viewedAsAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { OWN_VIEW, requestView, type RequestedView } from '../../../state/device/leave'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Select } from '../../../ui/select/Select'
import styles from './SuperAdminPanel.module.css'

const OWN = ''

/** Chooses a role and an organisation to view Doorstep as, or returns. */
export function ViewAsForm({ roles, organisations }: { roles: readonly string[]; organisations: readonly string[] }) {
  const viewedAs = useAtomValue(viewedAsAtom)
  const whyNot = useReasonOffline('Switching the view needs')
  const [role, setRole] = useState<string>(viewedAs?.role ?? OWN)
  const [organisation, setOrganisation] = useState<string>(viewedAs?.organisation ?? OWN)
  const change = useMutation({
    mutationFn: (view: RequestedView) => {
      const isNothing = view !== OWN_VIEW && view.role === null && view.organisation === null
      return isNothing ? Promise.reject(new Error('Choose a role, an organisation, or both.')) : requestView(view)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    change.mutate({ role: role || null, organisation: organisation || null })
  }
  // On success the page is replaced; the buttons stay pending.
  const isPending = change.isPending || change.data === true
  const isReset = change.variables === OWN_VIEW
  const fields = readFieldErrors(change.error)
  const isNamed = 'role_name' in fields || 'display_name' in fields
  return (
    <form className={styles.form} aria-label="View as" onSubmit={submit}>
      {change.error === null || isNamed ? null : (
        <div className={styles.wide}>
          <Notice kind="error">{explainError(change.error)}</Notice>
        </div>
      )}
      <Select
        label="Role"
        value={role}
        onChange={setRole}
        error={fields.role_name}
        options={[{ id: OWN, label: 'Your own role' }, ...roles.map((id) => ({ id, label: roleInWords(id) }))]}
      />
      <Select
        label="Organisation"
        value={organisation}
        onChange={setOrganisation}
        error={fields.display_name}
        options={[{ id: OWN, label: 'The one you signed in to' }, ...organisations.map((id) => ({ id, label: id }))]}
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          isPending={isPending && !isReset}
          isDisabled={whyNot !== null || (isPending && isReset)}
        >
          Switch view
        </Button>
        <Button
          isPending={isPending && isReset}
          isDisabled={whyNot !== null || viewedAs === null || (isPending && !isReset)}
          onPress={() => change.mutate(OWN_VIEW)}
        >
          Reset
        </Button>
        {whyNot === null ? null : <p>{whyNot}</p>}
      </div>
    </form>
  )
}
