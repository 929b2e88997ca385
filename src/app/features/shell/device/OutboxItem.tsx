import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { escapeAngleBrackets, unescapeAngleBrackets } from '#contract/sanitise'
import { TEMPLATE_NAME_LIMIT } from '#contract/households/filterTemplates'
import type { KeptFilterTemplate } from '#offline/kept'
import type { TemplateCommand, QueuedItem } from '#offline/queuedWork'
import { explainFailure, explainError } from '../../../api/errors'
import { codeQuery } from '../../../api/queryOptions'
import { saveFile } from '../../../lib/saveFile'
import { discard, exportItem, MAY_BE_DONE, mayHaveArrived, renameWaiting, retry } from '../../../state/queue/items'
import { ownVersion, serverVersion, type Version } from '../../../state/queue/versions'
import { Button } from '../../../ui/button/Button'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { LimitedTextField } from '../../../ui/text-field/LimitedTextField'
import styles from './device.module.css'
import { describeCommand, describeItemState } from './wording'

interface OutboxItemProps {
  item: QueuedItem
  items: readonly QueuedItem[]
  templates: readonly KeptFilterTemplate[]
  /** Shows an action's failure; null when the next begins. */
  onProblem: (words: string | null) => void
  onLeave: () => void
}

/** State, contents and actions of one queued change. */
export function OutboxItem({ item, items, templates, onProblem, onLeave }: OutboxItemProps) {
  const [isChanging, setIsChanging] = useState(false)
  const name = describeCommand(item.command)
  const isSending = item.state === 'sending'
  const { command } = item
  const canChange = 'template_name' in command.body && !mayHaveArrived(item)
  const attempt = (work: () => Promise<void>) => {
    onProblem(null)
    void work().catch((error: unknown) => onProblem(explainError(error)))
  }
  const save = async () => {
    const file = await exportItem(item.id)
    if (file) saveFile(file)
  }
  const discarded = async () => {
    if (!(await discard(item.id))) onProblem(MAY_BE_DONE)
  }
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={item.state === 'refused' ? styles.refused : styles.state}>{describeItemState(item, items)}</p>
        {command.kind === 'visit-outcome' ? (
          <Outcome id={item.id} onLeave={onLeave} />
        ) : (
          <Disclosure title="What it holds" look="quiet" defaultExpanded={item.state === 'refused'}>
            <Versions command={command} state={item.state} templates={templates} />
          </Disclosure>
        )}
        {isChanging ? <ChangeName item={item} onDone={() => setIsChanging(false)} /> : null}
      </div>
      <div className={styles.actions}>
        {canChange && !isChanging ? (
          <Button aria-label={`Change the name: ${name}`} onPress={() => setIsChanging(true)}>
            Change the name
          </Button>
        ) : null}
        {!isSending && item.detail !== null ? (
          <Button aria-label={`Retry: ${name}`} onPress={() => attempt(() => retry(item.id))}>
            Retry
          </Button>
        ) : null}
        <Button variant="quiet" aria-label={`Save as a file: ${name}`} onPress={() => attempt(save)}>
          Save as a file
        </Button>
        <Button
          variant="quiet"
          aria-label={`Discard: ${name}`}
          isDisabled={isSending}
          onPress={() => attempt(discarded)}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}

/** Lazy, with the code that opens a visit round. */
const visitOutcomeQuery = codeQuery('visit outcome', () => import('./QueuedVisitOutcome'))

function Outcome(props: { id: string; onLeave: () => void }) {
  const { data } = useQuery(visitOutcomeQuery)
  return data ? <data.QueuedVisitOutcome {...props} /> : null
}

function Versions({
  command,
  state,
  templates,
}: Pick<QueuedItem, 'state'> & Pick<OutboxItemProps, 'templates'> & { command: TemplateCommand }) {
  const own = ownVersion(command, templates)
  const isCompared = state === 'refused' || command.kind === 'delete-template'
  const others = isCompared ? serverVersion(command, templates) : null
  return (
    <dl className={styles.versions}>
      {own ? <VersionWords title="Yours" version={own} /> : null}
      {isCompared ? <VersionWords title="On the server, as this device last saw it" version={others} /> : null}
    </dl>
  )
}

function VersionWords({ title, version }: { title: string; version: Version | null }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{version ? <Template {...version} /> : <p>There is no such template.</p>}</dd>
    </div>
  )
}

function Template({ name, filters }: Version) {
  return (
    <>
      <p dir="auto">{`“${name}”`}</p>
      {filters === null ? (
        <p>Its filters are not on this device.</p>
      ) : (
        <ul>
          {filters.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function ChangeName({ item, onDone }: { item: QueuedItem; onDone: () => void }) {
  const before = 'template_name' in item.command.body ? unescapeAngleBrackets(item.command.body.template_name) : ''
  const [name, setName] = useState(before)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => renameWaiting(item.id, escapeAngleBrackets(name.trim())),
    onSuccess: onDone,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '') mutate()
  }
  return (
    <form className={styles.change} onSubmit={submit} noValidate>
      <LimitedTextField
        label="Template name"
        value={name}
        onChange={setName}
        limit={TEMPLATE_NAME_LIMIT}
        atLimit={`Template name cannot exceed ${TEMPLATE_NAME_LIMIT} characters.`}
        error={name.trim() === '' ? 'Enter a name for the template.' : explainFailure(error)}
        autoFocus
      />
      <div className={styles.actions}>
        <Button onPress={onDone}>Cancel</Button>
        <Button variant="primary" type="submit" isPending={isPending}>
          Change and send
        </Button>
      </div>
    </form>
  )
}
