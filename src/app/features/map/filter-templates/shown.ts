import { unescapeAngleBrackets } from '#contract/sanitise'
import type { ReadyMadeTemplate, SharedTemplate, TemplateListItem } from '#contract/households/filterTemplates'
import type { SelectedFilters } from '../../../state/filters/selection'
import { readTemplateSelection } from '../../../state/filters/templateValues'
import { mayHaveArrived } from '../../../state/queue/items'
import type { WaitingChange } from '../../../state/templateStore'

export interface ShownTemplate {
  readonly key: string
  /** Null: not created yet, or Doorstep's own. */
  readonly id: number | null
  /** Unescaped. */
  readonly name: string
  readonly change: WaitingChange | null
  readonly selection: SelectedFilters | null
  readonly isShared: boolean
  /** Null: the person's own. */
  readonly made: { readonly by: string; readonly at: string } | null
}

/** Own templates, with unsynced changes by name, then uncreated ones, then colleagues'. */
export function listShownTemplates(
  templates: readonly TemplateListItem[],
  waiting: readonly WaitingChange[],
  shared: readonly SharedTemplate[] = [],
): ShownTemplate[] {
  const saved = templates.map((template): ShownTemplate => {
    const changes = waiting.filter(
      ({ command: { body } }) => 'template_id' in body && body.template_id === template.template_id,
    )
    let { filter_template_name: name, is_shared: isShared = false } = template
    for (const { command, state } of changes) {
      if (state === 'refused') continue
      if (command.kind === 'rename-template') name = command.body.template_name
      if (command.kind === 'share-template') isShared = command.body.is_shared
    }
    return {
      key: String(template.template_id),
      id: template.template_id,
      name: unescapeAngleBrackets(name),
      change: changes.at(-1) ?? null,
      selection: null,
      isShared,
      made: null,
    }
  })
  const created = waiting.flatMap((change): ShownTemplate[] => {
    const { id: key, command } = change
    if (command.kind !== 'create-template') return []
    const name = unescapeAngleBrackets(command.body.template_name)
    return [{ key, id: null, name, change, selection: command.selection ?? null, isShared: false, made: null }]
  })
  const others = shared.map((template): ShownTemplate => ({
    key: String(template.template_id),
    id: template.template_id,
    name: unescapeAngleBrackets(template.filter_template_name),
    change: null,
    selection: null,
    isShared: true,
    made: { by: template.made_by ?? 'your provider', at: template.made_at },
  }))
  return [...saved, ...created, ...others]
}

/** Doorstep's own, except names that the person uses. */
export function listShownReadyMade(
  readyMade: readonly ReadyMadeTemplate[],
  templates: readonly ShownTemplate[],
): ShownTemplate[] {
  const taken = new Set(templates.filter(({ made }) => made === null).map(({ name }) => name.toLowerCase()))
  return readyMade
    .filter(({ name }) => !taken.has(name.toLowerCase()))
    .map(({ name, rows }) => ({
      key: `ready-made ${name}`,
      id: null,
      name,
      change: null,
      selection: readTemplateSelection(rows),
      isShared: false,
      made: null,
    }))
}

const isGoing = ({ change }: ShownTemplate): boolean =>
  change?.command.kind === 'delete-template' && change.state !== 'refused'

/** Whether its values are available, and it is not being deleted. */
export const isChoosable = (template: ShownTemplate): boolean =>
  template.id === null ? template.selection !== null : !isGoing(template)

/** Not while its creation is being sent. */
export const isRenamable = (template: ShownTemplate): boolean =>
  template.id === null ? template.change !== null && !mayHaveArrived(template.change) : !isGoing(template)

/** Not while its creation is being sent. */
export const isDeletable = (template: ShownTemplate): boolean =>
  template.id === null ? template.change?.state !== 'sending' : !isGoing(template)

/** Describes an unsynced change beside the name. */
export function wordsOfChange(change: WaitingChange): string {
  if (change.state === 'refused') return 'not sent'
  if (change.state === 'sending') return 'being sent'
  return change.command.kind === 'delete-template' ? 'deletion waiting to be sent' : 'waiting to be sent'
}
