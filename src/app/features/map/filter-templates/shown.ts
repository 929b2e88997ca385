import { unescapeAngleBrackets } from '#contract/sanitise'
import type { SharedTemplate, TemplateListItem } from '#contract/households/filterTemplates'
import type { WaitingChange } from '../../../state/templateStore'

export interface ShownTemplate {
  /** The template's id, or the queued item's. */
  readonly key: string
  /** Null until the server has it. */
  readonly id: number | null
  /** Unescaped. */
  readonly name: string
  readonly change: WaitingChange | null
  readonly isShared: boolean
  /** Null for the person's own. */
  readonly made: { readonly by: string; readonly at: string } | null
}

/** Own templates with their unsynced changes by name, then uncreated ones, then colleagues'. */
export function listShownTemplates(
  templates: readonly TemplateListItem[],
  waiting: readonly WaitingChange[],
  shared: readonly SharedTemplate[] = [],
): ShownTemplate[] {
  const saved = templates.map((template): ShownTemplate => {
    const changes = waiting.filter((change) => change.templateId === template.template_id)
    const renamed = changes.findLast((change) => change.kind === 'rename' && change.state !== 'refused')
    const sharing = changes.findLast((change) => change.kind === 'share' && change.state !== 'refused')
    return {
      key: String(template.template_id),
      id: template.template_id,
      name: unescapeAngleBrackets(renamed?.name ?? template.filter_template_name),
      change: changes.at(-1) ?? null,
      isShared: sharing?.isShared ?? template.is_shared ?? false,
      made: null,
    }
  })
  const created = waiting
    .filter((change) => change.kind === 'create')
    .map((change): ShownTemplate => ({
      key: change.id,
      id: null,
      name: unescapeAngleBrackets(change.name ?? ''),
      change,
      isShared: false,
      made: null,
    }))
  const others = shared.map((template): ShownTemplate => ({
    key: String(template.template_id),
    id: template.template_id,
    name: unescapeAngleBrackets(template.filter_template_name),
    change: null,
    isShared: true,
    made: { by: template.made_by ?? 'your provider', at: template.made_at },
  }))
  return [...saved, ...created, ...others]
}

/** A queued deletion allows nothing else until discarded. */
const isGoing = ({ change }: ShownTemplate): boolean => change?.kind === 'delete' && change.state !== 'refused'

/** Whether its values are available, and it is not being deleted. */
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
