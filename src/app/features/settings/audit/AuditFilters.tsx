import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { actionInWords, AUDITED_ACTIONS, type AuditedAction, type AuditFilter } from '#contract/organisations/audit'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './AuditScreen.module.css'
import { organisationsQuery } from '../../../state/settings'

const ANY = ''
const EMPTY = { actor: '', action: ANY, organisation: ANY, from: '', to: '' } as const
type Fields = { actor: string; action: AuditedAction | typeof ANY; organisation: string; from: string; to: string }

/** Filters the log by who, what, where and when. */
export function AuditFilters({ onFilter }: { onFilter: (filter: AuditFilter) => void }) {
  const [fields, setFields] = useState<Fields>(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const { data: organisations } = useQuery(organisationsQuery)
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { actor, action, organisation, from, to } = fields
    if (from !== '' && to !== '' && from > to) {
      setProblem('The first day must not be after the last day.')
      return
    }
    setProblem(null)
    onFilter({
      ...(actor.trim() === '' ? {} : { actor: actor.trim() }),
      ...(action === ANY ? {} : { action }),
      ...(organisation === ANY ? {} : { organisation }),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
    })
  }
  const clear = () => {
    setFields(EMPTY)
    setProblem(null)
    onFilter({})
  }
  return (
    <Section title="Filter">
      <form className={styles.form} aria-label="Filter the audit log" onSubmit={submit}>
        {problem === null ? null : (
          <div className={styles.wide}>
            <Notice kind="error">{problem}</Notice>
          </div>
        )}
        <TextField
          label="Who (a part of the email)"
          value={fields.actor}
          onChange={(actor) => set({ actor })}
          maxLength={254}
        />
        <Select
          label="What"
          value={fields.action}
          onChange={(action) => set({ action })}
          options={[
            { id: ANY, label: 'Everything' },
            ...AUDITED_ACTIONS.map((id) => ({ id, label: actionInWords(id) })),
          ]}
        />
        <Select
          label="Organisation"
          value={fields.organisation}
          onChange={(organisation) => set({ organisation })}
          isDisabled={organisations === undefined}
          options={[
            { id: ANY, label: 'Every organisation' },
            ...(organisations ?? []).map(({ slug, name }) => ({ id: slug, label: name })),
          ]}
        />
        <TextField label="First day" type="date" value={fields.from} onChange={(from) => set({ from })} />
        <TextField label="Last day" type="date" value={fields.to} onChange={(to) => set({ to })} />
        <div className={styles.buttons}>
          <Button type="submit" variant="primary">
            Apply
          </Button>
          <Button variant="quiet" onPress={clear}>
            Clear all
          </Button>
        </div>
      </form>
    </Section>
  )
}
