import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import type { z } from 'zod'
import { getSignInRules, setSignInRules, type GrantableRole, type GroupRole } from '#contract/organisations/people'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { IconButton } from '../../../ui/button/IconButton'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import { ROLE_OPTIONS } from './InvitePerson'
import styles from './People.module.css'

export const signInRulesQuery = queryOptions(getSignInRules)

/** Keyed: removing one must not move what was typed into others. */
interface Line extends GroupRole {
  readonly key: number
}

/** The identity provider's rules for the organisation's people. */
export function SignInRulesForm({ rules }: { rules: z.output<typeof getSignInRules.reply> }) {
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Saving needs')
  const [createsAccounts, setCreatesAccounts] = useState(rules.creates_accounts)
  const [claim, setClaim] = useState(rules.groups_claim)
  const [lines, setLines] = useState<readonly Line[]>(rules.group_roles.map((one, key) => ({ ...one, key })))
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call(setSignInRules, {
        body: {
          groups_claim: claim,
          creates_accounts: createsAccounts,
          group_roles: lines.map(({ group, role }) => ({ group, role })),
        },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(signInRulesQuery.queryKey, { ...rules, ...saved })
      void notify.success('Groups and accounts saved.')
    },
  })
  const isMissing = (text: string) => isChecked && text.trim() === ''
  const set = (key: number, change: Partial<GroupRole>) =>
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...change } : line)))
  const add = () =>
    setLines((before) => [
      ...before,
      { key: Math.max(-1, ...before.map(({ key }) => key)) + 1, group: '', role: 'Viewer' },
    ])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (claim.trim() !== '' && lines.every(({ group }) => group.trim() !== '')) save.mutate()
  }
  return (
    <form className={styles.form} aria-label="Groups and accounts" onSubmit={submit} noValidate>
      {rules.has_issuer ? null : (
        <Notice>
          Your organisation signs in on Doorstep’s own page. This takes effect once it has an identity provider of its
          own; ask who runs Doorstep for you.
        </Notice>
      )}
      <Checkbox isSelected={createsAccounts} onChange={setCreatesAccounts}>
        Make an account at the first sign-in, for addresses at {rules.domains.join(', ') || 'your e-mail domains'}
      </Checkbox>
      {lines.length === 0 ? (
        <p className={styles.detail}>
          No group has a role: roles are set by hand, and new accounts get the role Viewer.
        </p>
      ) : (
        <ul className={styles.lines} aria-label="Groups with a role">
          {lines.map(({ key, group, role }, index) => (
            <li key={key} className={styles.line}>
              <TextField
                label={`Group ${index + 1}`}
                value={group}
                onChange={(next) => set(key, { group: next })}
                error={isMissing(group) ? 'Write the name of the group, or remove it.' : null}
                maxLength={256}
              />
              <Select
                label={`Role of group ${index + 1}`}
                value={role}
                onChange={(next: GrantableRole) => set(key, { role: next })}
                options={ROLE_OPTIONS}
              />
              <IconButton
                label={`Remove group ${index + 1}`}
                icon={<Trash2 aria-hidden />}
                onPress={() => setLines((before) => before.filter((line) => line.key !== key))}
              />
            </li>
          ))}
        </ul>
      )}
      {lines.length === 0 ? null : (
        <TextField
          label="Claim that holds the groups"
          value={claim}
          onChange={setClaim}
          error={isMissing(claim) ? 'Write the name of the claim, such as groups or roles.' : null}
          maxLength={200}
        />
      )}
      {save.error === null ? null : <Notice kind="error">{explainError(save.error)}</Notice>}
      <div className={styles.actions}>
        <Button icon={<Plus aria-hidden />} isDisabled={lines.length >= 50} onPress={add}>
          Add a group
        </Button>
        <Button variant="primary" type="submit" isPending={save.isPending} isDisabled={whyNot !== null}>
          Save
        </Button>
        {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
      </div>
    </form>
  )
}
