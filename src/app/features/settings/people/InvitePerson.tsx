import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import type { z } from 'zod'
import { GRANTABLE_ROLES, invitePerson, type GrantableRole } from '#contract/organisations/people'
import { call } from '../../../api/call'
import { explainError, readFieldErrors } from '../../../api/errors'
import { ROLE_NAMES } from '../../../state/session'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './People.module.css'
import { organisationUsersQuery } from './Team'

interface InvitePersonProps {
  onClose: () => void
  onInvited: (person: z.output<typeof invitePerson.reply>) => void
}

export const ROLE_OPTIONS = GRANTABLE_ROLES.map((id) => ({ id, label: ROLE_NAMES[id] }))

/** Invites a person. */
export function InvitePerson({ onClose, onInvited }: InvitePersonProps) {
  const queryClient = useQueryClient()
  const formId = useId()
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [role, setRole] = useState<GrantableRole>('Viewer')
  const [isMissing, setIsMissing] = useState(false)
  const invite = useMutation({
    mutationFn: () =>
      call(invitePerson, { body: { email: email.trim(), role, first_name: firstName, last_name: lastName } }),
    onSuccess: async (person) => {
      await queryClient.invalidateQueries(organisationUsersQuery)
      onInvited(person)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsMissing(email.trim() === '')
    if (email.trim() !== '') invite.mutate()
  }
  const wrong = readFieldErrors(invite.error)
  const isAtField = 'email' in wrong
  return (
    <Dialog
      title="Invite a person"
      isTypedInto
      onClose={() => (invite.isPending ? undefined : onClose())}
      footer={
        <>
          <Button isDisabled={invite.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} isPending={invite.isPending}>
            Invite
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {invite.error === null || isAtField ? null : <Notice kind="error">{explainError(invite.error)}</Notice>}
        <TextField
          label="Email"
          type="email"
          value={email}
          onChange={(next) => {
            setEmail(next)
            setIsMissing(false)
          }}
          error={isMissing ? 'Write the address that they sign in with.' : wrong.email}
          maxLength={254}
          autoFocus
        />
        <TextField label="First name (optional)" value={firstName} onChange={setFirstName} maxLength={100} />
        <TextField label="Last name (optional)" value={lastName} onChange={setLastName} maxLength={100} />
        <Select label="Role" value={role} onChange={setRole} options={ROLE_OPTIONS} />
      </form>
    </Dialog>
  )
}
