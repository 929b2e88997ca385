import { unescapeAngleBrackets } from '#contract/sanitise'
import type { TemplateListItem } from '#contract/templates'
import type { WaitingChange } from '../../state/templateStore'

export interface ShownTemplate {
  /** Its id, or the queued item's. */
  readonly key: string
  /** `null` until the server has it. */
  readonly id: number | null
  /** Unescaped. */
  readonly name: string
  /** The last unsynced change. */
  readonly change: WaitingChange | null
}

/** Every template with its unsynced change, by name; uncreated ones last. */
export function shownTemplates(
  templates: readonly TemplateListItem[],
  waiting: readonly WaitingChange[],
): ShownTemplate[] {
  const saved = templates.map((template): ShownTemplate => {
    const changes = waiting.filter((change) => change.templateId === template.template_id)
    const renamed = changes.findLast((change) => change.kind === 'rename' && change.state !== 'refused')
    return {
      key: String(template.template_id),
      id: template.template_id,
      name: unescapeAngleBrackets(renamed?.name ?? template.filter_template_name),
      change: changes.at(-1) ?? null,
    }
  })
  const created = waiting
    .filter((change) => change.kind === 'create')
    .map((change): ShownTemplate => ({
      key: change.id,
      id: null,
      name: unescapeAngleBrackets(change.name ?? ''),
      change,
    }))
  return [...saved, ...created]
}

/** A queued deletion allows nothing else until discarded. */
const isGoing = ({ change }: ShownTemplate): boolean => change?.kind === 'delete' && change.state !== 'refused'

/** Whether its values are there, and it is not being deleted. */
export const isChoosable = (template: ShownTemplate): boolean =>
  template.id === null ? (template.change?.selection ?? null) !== null : !isGoing(template)

/** Not while its creation is being sent. */
export const isRenamable = (template: ShownTemplate): boolean =>
  template.id === null ? template.change?.canBeRenamed === true : !isGoing(template)

/** Not while its creation is being sent. */
export const isDeletable = (template: ShownTemplate): boolean =>
  template.id === null ? template.change?.state !== 'sending' : !isGoing(template)

/** Describes an unsynced change beside the name. */
export function wordsOfChange(change: WaitingChange): string {
  if (change.state === 'refused') return 'not sent'
  if (change.state === 'sending') return 'being sent'
  return change.kind === 'delete' ? 'deletion waiting to be sent' : 'waiting to be sent'
}
