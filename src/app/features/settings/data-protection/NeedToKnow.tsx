import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import {
  COLUMN_GROUPS,
  decideAccessRules,
  getAccessRules,
  setAccessRules,
  type ColumnGroup,
} from '#contract/households/needToKnow'
import { ROLES, type Role } from '#contract/organisations/session'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { ownAccessQuery } from '../../../state/ownAccess'
import { ROLE_NAMES } from '../../../state/session'
import { Button } from '../../../ui/button/Button'
import { IconButton } from '../../../ui/button/IconButton'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './DataProtection.module.css'
import { SettingsForm } from './SettingsForm'

export const needToKnowRulesQuery = queryOptions(getAccessRules)

type Rules = z.output<typeof getAccessRules.reply>
type RoleRules = Rules['roles'][number]

const GROUP_WORDS: Record<ColumnGroup, string> = {
  money: 'Money',
  health: 'Health and disability',
  family: 'Family and age',
  place: 'Exact place (otherwise by postcode)',
}

const MAX_PURPOSES = 20

/** Keyed: removing one must not move what was typed into others. */
interface Purpose {
  readonly key: number
  readonly words: string
}

/** Columns and exports by role, and purposes of exports. */
export function NeedToKnowForm({ rules }: { rules: Rules }) {
  const queryClient = useQueryClient()
  const [roles, setRoles] = useState<readonly RoleRules[]>(
    ROLES.map((role) => rules.roles.find((one) => one.role === role) ?? makeWholeRules(role)),
  )
  const [purposes, setPurposes] = useState<readonly Purpose[]>(rules.purposes.map((words, key) => ({ words, key })))
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call(setAccessRules, {
        body: { roles: [...roles], purposes: purposes.map(({ words }) => words.trim()), version: rules.version },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(needToKnowRulesQuery.queryKey, { ...rules, ...saved })
      void queryClient.invalidateQueries({ queryKey: ownAccessQuery.queryKey })
      void notify.success(
        saved.proposal === null
          ? 'Saved. It holds from now on, for everybody who is signed in.'
          : 'It shows more than you see, so it waits until a second administrator or your provider confirms it.',
      )
    },
  })
  const submit = () => {
    setIsChecked(true)
    if (purposes.every(({ words }) => words.trim() !== '')) save.mutate()
  }
  const change = (role: Role, changed: Partial<RoleRules>) =>
    setRoles((before) => before.map((one) => (one.role === role ? { ...one, ...changed } : one)))
  const add = () =>
    setPurposes((before) => [...before, { key: Math.max(-1, ...before.map(({ key }) => key)) + 1, words: '' }])
  return (
    <SettingsForm
      label="Need to know"
      onSubmit={submit}
      isPending={save.isPending}
      error={save.error}
      actions={
        <Button icon={<Plus aria-hidden />} isDisabled={purposes.length >= MAX_PURPOSES} onPress={add}>
          Add a purpose
        </Button>
      }
    >
      {rules.proposal === null ? null : <WaitingRules rules={rules} proposal={rules.proposal} />}
      <div className={styles.roles}>
        {roles.map((one) => (
          <RoleFields key={one.role} rules={one} onChange={(changed) => change(one.role, changed)} />
        ))}
      </div>
      <Disclosure title="What each group holds">
        <dl className={styles.groups}>
          {rules.groups.map(({ group, columns }) => (
            <div key={group}>
              <dt>{GROUP_WORDS[group]}</dt>
              <dd>{columns.join(', ')}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <p className={styles.detail}>
        {purposes.length === 0
          ? 'Nobody is asked what an export is for. Add purposes to have everybody choose one at every export.'
          : 'Everybody chooses one of these at every export of households. It stands in the audit log and in the file’s name.'}
      </p>
      {purposes.length === 0 ? null : (
        <ul className={styles.lines}>
          {purposes.map(({ key, words }, index) => (
            <li key={key} className={styles.line}>
              <TextField
                label={`Purpose ${index + 1}`}
                value={words}
                onChange={(next) =>
                  setPurposes((before) => before.map((one) => (one.key === key ? { key, words: next } : one)))
                }
                error={isChecked && words.trim() === '' ? 'Write what the export is for.' : null}
                maxLength={60}
              />
              <IconButton
                label={`Remove purpose ${index + 1}`}
                icon={<Trash2 aria-hidden />}
                onPress={() => setPurposes((before) => before.filter((one) => one.key !== key))}
              />
            </li>
          ))}
        </ul>
      )}
    </SettingsForm>
  )
}

interface WaitingRulesProps {
  rules: Rules
  proposal: NonNullable<Rules['proposal']>
}

function WaitingRules({ rules, proposal }: WaitingRulesProps) {
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: (decision: 'confirm' | 'withdraw') =>
      call(decideAccessRules, { body: { version: proposal.version, decision } }),
    onSuccess: (decided) => {
      queryClient.setQueryData(needToKnowRulesQuery.queryKey, { ...rules, ...decided })
      void queryClient.invalidateQueries({ queryKey: ownAccessQuery.queryKey })
    },
  })
  return (
    <Notice
      kind="warning"
      title={`A change by ${proposal.written_by} waits to be confirmed`}
      action={
        <>
          {proposal.may_confirm ? (
            <Button isPending={decide.isPending} onPress={() => decide.mutate('confirm')}>
              Confirm
            </Button>
          ) : null}
          <Button isPending={decide.isPending} onPress={() => decide.mutate('withdraw')}>
            Withdraw
          </Button>
        </>
      }
    >
      <p>
        It shows more than the person who made it sees. An administrator of at least seven days confirms it whom its
        author did not make one, nor was made one by, or your provider’s super administrator.
      </p>
      <ul>
        {ROLES.map((role) => (
          <li key={role}>{describeRole(proposal.roles.find((one) => one.role === role) ?? makeWholeRules(role))}</li>
        ))}
      </ul>
      {decide.error === null ? null : <p role="alert">{explainError(decide.error)}</p>}
    </Notice>
  )
}

function describeRole({ role, may_export: mayExport, hidden_groups: hidden }: RoleRules): string {
  const sees =
    hidden.length === 0 ? 'sees everything' : `does not see ${hidden.map((one) => GROUP_WORDS[one]).join(', ')}`
  return `${ROLE_NAMES[role]}: ${sees}${mayExport ? '' : ', exports nothing'}`
}

const makeWholeRules = (role: Role): RoleRules => ({ role, may_export: true, hidden_groups: [] })

interface RoleFieldsProps {
  rules: RoleRules
  onChange: (changed: Partial<RoleRules>) => void
}

function RoleFields({ rules: { role, may_export, hidden_groups: hidden }, onChange }: RoleFieldsProps) {
  const show = (group: ColumnGroup, isShown: boolean) =>
    onChange({ hidden_groups: COLUMN_GROUPS.filter((one) => (one === group ? !isShown : hidden.includes(one))) })
  return (
    <fieldset className={styles.role}>
      <legend>{ROLE_NAMES[role]}</legend>
      {COLUMN_GROUPS.map((group) => (
        <Checkbox key={group} isSelected={!hidden.includes(group)} onChange={(isShown) => show(group, isShown)}>
          {GROUP_WORDS[group]}
        </Checkbox>
      ))}
      <Checkbox isSelected={may_export} onChange={(mayExport) => onChange({ may_export: mayExport })}>
        May export households
      </Checkbox>
    </fieldset>
  )
}
