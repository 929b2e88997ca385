/**
 * The person's templates for the screens: read from the server, and from the device where that cannot be
 * reached (decisions 37, 38); changed through the queue (decision 39).
 */
import type { z } from 'zod'
import {
  getFilterTemplateValues,
  getFilterTemplates,
  type createFilterTemplate,
  type TemplateListItem,
  type TemplateValueRow,
} from '#contract/templates'
import { call } from '../api/call'
import { isUnreached } from '../api/errors'
import { enqueue, madeAtom, queueAtom, type Command, type QueuedItem, type Reply } from './queue'
import { discard, mayHaveArrived, renameWaiting, retry } from './queueItems'
import { onlineAtom } from './online'
import type { SelectedFilters } from './selection'
import { appStore, atom } from './store'
import { currentShelves, isKept } from './storage'

/** A change of a template that the server has not taken yet. */
export interface WaitingChange {
  /** Of the queued item. */
  readonly id: string
  readonly kind: 'create' | 'rename' | 'delete'
  /** `null` for one that is yet to be created. */
  readonly templateId: number | null
  /** As on the wire; `null` for a deletion. */
  readonly name: string | null
  readonly state: QueuedItem['state']
  /** What a template yet to be created selects; `null` for anything else. */
  readonly selection: SelectedFilters | null
  /** Whether a template yet to be created may still be given another name. */
  readonly canBeRenamed: boolean
  /** Why it was refused. */
  readonly detail: string | null
}

const KINDS = { 'create-template': 'create', 'rename-template': 'rename', 'delete-template': 'delete' } as const

function changeOf(item: QueuedItem): WaitingChange {
  const { id, command, state, detail } = item
  return {
    id,
    kind: KINDS[command.kind],
    templateId: command.kind === 'create-template' ? null : command.body.template_id,
    name: command.kind === 'delete-template' ? null : command.body.template_name,
    state,
    selection: command.kind === 'create-template' ? (command.selection ?? null) : null,
    canBeRenamed: command.kind === 'create-template' && !mayHaveArrived(item),
    detail: state === 'refused' ? detail : null,
  }
}

/** The templates, wherever they were read. */
export interface ReadTemplates {
  readonly templates: readonly TemplateListItem[]
  /** The server could not be reached: these are the ones last seen. */
  readonly isFromDevice: boolean
}

async function list(signal: AbortSignal): Promise<ReadTemplates> {
  const shelf = currentShelves().templates
  try {
    const templates = await call(getFilterTemplates, { signal })
    // Nobody waits for the device.
    void keep(async () => {
      const rows = new Map((await shelf.list()).map((kept) => [kept.template_id, kept.rows]))
      await shelf.replace(templates.map((one) => ({ ...one, rows: rows.get(one.template_id) ?? null })))
      await keepValues(signal)
    })
    return { templates, isFromDevice: false }
  } catch (error) {
    const kept = isUnreached(error) ? await shelf.list() : []
    if (kept.length === 0) throw error
    const byName = kept.sort((a, b) => a.filter_template_name.localeCompare(b.filter_template_name, 'en-GB'))
    return { templates: byName.map(({ rows: _, ...one }) => one), isFromDevice: true }
  }
}

/**
 * Keeps the values of the templates that the device has none of, one after the other, so that every template
 * can be used without a line. A template's values never change: once is enough.
 */
async function keepValues(signal: AbortSignal): Promise<void> {
  if (!isKept()) return
  for (const one of await currentShelves().templates.list()) {
    if (one.rows === null) await values(one.template_id, signal)
  }
}

async function values(templateId: number, signal: AbortSignal): Promise<readonly TemplateValueRow[]> {
  const shelf = currentShelves().templates
  const keptOne = async () => (await shelf.list()).find((one) => one.template_id === templateId)
  try {
    const rows = await call(getFilterTemplateValues, { body: { template_id: templateId }, signal })
    await keep(async () => {
      const kept = await keptOne()
      if (kept) await shelf.put({ ...kept, rows })
    })
    return rows
  } catch (error) {
    const rows = isUnreached(error) ? (await keptOne())?.rows : undefined
    if (!rows) throw error
    return rows
  }
}

/** Keeping what the server said is a service, not a condition: a full disk is told elsewhere. */
const keep = (work: () => Promise<void>): Promise<void> => work().catch(() => {})

const nameOf = async (templateId: number): Promise<string> =>
  (await currentShelves().templates.list()).find((one) => one.template_id === templateId)?.filter_template_name ?? ''

async function change(command: Command): Promise<Reply | null> {
  const result = await enqueue(command)
  return result.state === 'sent' ? result.reply : null
}

const asListItem = (reply: Reply | null): TemplateListItem | null =>
  reply && 'filter_template_name' in reply ? reply : null

async function create(body: z.output<typeof createFilterTemplate.body>, selection: SelectedFilters) {
  const result = await enqueue({ kind: 'create-template', body, selection })
  const isSent = result.state === 'sent'
  return { isSent, key: isSent ? String(result.reply.template_id) : result.id }
}

const remove = async (templateId: number): Promise<{ template_id: number } | null> =>
  change({ kind: 'delete-template', body: { template_id: templateId }, formerName: await nameOf(templateId) })

/** What became of deleting a template that waited to be created: whether it was there in time cannot always be told. */
export type Removed = 'removed' | 'queued' | 'may-be-there'

/** Takes back what waits to be created; what the server has by now is deleted there. */
async function removeWaiting(changeId: string): Promise<Removed> {
  const templateId = appStore.get(madeAtom).get(changeId)
  if (templateId === undefined) return (await discard(changeId)) ? 'removed' : 'may-be-there'
  return (await remove(templateId)) ? 'removed' : 'queued'
}

/** Changes resolve with the server's answer, or `null` when they wait to be sent; they throw what `call` throws when refused. */
export const templateStore = {
  online: onlineAtom,
  waiting: atom((get): readonly WaitingChange[] => get(queueAtom).map(changeOf)),
  list,
  values,
  madeOf: atom((get) => get(madeAtom)),
  create,
  renameWaiting,
  rename: async (templateId: number, name: string) =>
    asListItem(
      await change({
        kind: 'rename-template',
        body: { template_id: templateId, template_name: name },
        formerName: await nameOf(templateId),
      }),
    ),
  remove,
  removeWaiting,
  retry,
  discard,
}
