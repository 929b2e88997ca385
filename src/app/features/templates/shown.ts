/** The templates as the lists show them: what the server has, with what waits to be sent laid over it. Pure. */
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { TemplateListItem } from '#contract/templates'
import type { WaitingChange } from '../../state/templateStore'

/** A template in a list. */
export interface ShownTemplate {
  /** Its id as text, or that of the queued item that will make it. */
  readonly key: string
  /** `null` until the server has it. */
  readonly id: number | null
  /** As it was typed. */
  readonly name: string
  /** What of it waits to be sent: the last of its changes. */
  readonly change: WaitingChange | null
}

/** Every template with its waiting change, by name; those that are yet to be created at the end. */
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

/** Whether a template's deletion is on its way: until that is taken back there is nothing else to do with it. */
const isGoing = ({ change }: ShownTemplate): boolean => change?.kind === 'delete' && change.state !== 'refused'

/** Whether a template can be chosen: its values can be had, and it is not about to go. */
export const isChoosable = (template: ShownTemplate): boolean =>
  template.id === null ? (template.change?.selection ?? null) !== null : !isGoing(template)

/** Whether a template can be renamed: not while the server is being given it under a name. */
export const isRenamable = (template: ShownTemplate): boolean =>
  template.id === null ? template.change?.canBeRenamed === true : !isGoing(template)

/** Whether a template can be deleted: while the server is being given it there is nothing to delete, here or there. */
export const isDeletable = (template: ShownTemplate): boolean =>
  template.id === null ? template.change?.state !== 'sending' : !isGoing(template)

/** What is said beside a name whose change has not been sent. */
export function wordsOfChange(change: WaitingChange): string {
  if (change.state === 'refused') return 'not sent'
  if (change.state === 'sending') return 'being sent'
  return change.kind === 'delete' ? 'deletion waiting to be sent' : 'waiting to be sent'
}
