/**
 * The person's templates for the screens: read from the server, and from the device where that cannot be
 * reached; changed through the queue.
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
import { queryClient } from '../api/queryClient'
import { queryKeyOf } from '../api/queryOptions'
import { pauseWhileOffline, withRetries } from '../api/retry'
import { isUnreached, Refused } from '../api/errors'
import { whenIdle } from '../lib/whenIdle'
import { enqueue, madeAtom, queueAtom, type Command, type QueuedItem, type Reply } from './queue/queue'
import { discard, mayHaveArrived, renameWaiting, retry } from './queue/items'
import { nextOf } from './queue/runner'
import { onlineAtom } from './connectivity'
import type { SelectedFilters } from './filters/selection'
import { appStore, atom } from './store'
import { deviceTables, isKept } from './device/tables'

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

/** Not aborted with the screen that asks: what was read is kept on the device. */
async function list(): Promise<ReadTemplates> {
  try {
    const templates = await withRetries(() => call(getFilterTemplates))
    const shelf = deviceTables().templates
    // The screen does not wait for the device.
    void keep(async () => {
      await shelf.atomically(async () => {
        const rows = new Map((await shelf.list()).map((kept) => [kept.template_id, kept.rows]))
        await shelf.replace(templates.map((one) => ({ ...one, rows: rows.get(one.template_id) ?? null })))
      })
      await keepValues()
    })
    return { templates, isFromDevice: false }
  } catch (error) {
    const kept = isUnreached(error) ? await deviceTables().templates.list() : []
    if (kept.length === 0) throw error
    const byName = kept.sort((a, b) => a.filter_template_name.localeCompare(b.filter_template_name, 'en-GB'))
    return { templates: byName.map(({ rows: _, ...one }) => one), isFromDevice: true }
  }
}

let keepingValues: Promise<void> | null = null

/**
 * Keeps the values of the templates that the device has none of, one after the other, so that every template
 * can be used without a line. A template's values never change: once is enough.
 */
const keepValues = (): Promise<void> =>
  (keepingValues ??= fetchMissingValues().finally(() => {
    keepingValues = null
  }))

async function fetchMissingValues(): Promise<void> {
  const asked = new Set<number>()
  while (isKept()) {
    // Looked at anew each time: the list may have grown.
    const next = (await deviceTables().templates.list()).find((one) => one.rows === null && !asked.has(one.template_id))
    if (!next) return
    asked.add(next.template_id)
    await values(next.template_id).catch((error: unknown) => {
      // One that was deleted meanwhile is no reason to do without the others.
      if (!(error instanceof Refused)) throw error
    })
  }
}

async function values(templateId: number, signal?: AbortSignal): Promise<readonly TemplateValueRow[]> {
  const shelf = deviceTables().templates
  const keptOne = async () => (await shelf.list()).find((one) => one.template_id === templateId)
  try {
    const rows = await withRetries(
      () => call(getFilterTemplateValues, { body: { template_id: templateId }, signal }),
      signal,
    )
    await keep(() =>
      shelf.atomically(async () => {
        const kept = await keptOne()
        if (kept) await shelf.put({ ...kept, rows })
      }),
    )
    return rows
  } catch (error) {
    const rows = isUnreached(error) ? (await keptOne())?.rows : undefined
    if (!rows) throw error
    return rows
  }
}

/** The list as a query. What was prefetched for the first page is not fetched again by it. */
export const templatesQuery = {
  queryKey: queryKeyOf(getFilterTemplates),
  queryFn: list,
  networkMode: 'offlineFirst',
  retry: pauseWhileOffline,
  staleTime: 60_000,
} as const

/** Keeping what the server said is a service, not a condition: a full disk is told elsewhere. */
const keep = (work: () => Promise<void>): Promise<void> => work().catch(() => {})

const isUpToDateAtom = atom((get) => get(onlineAtom) && nextOf(get(queueAtom)) === undefined)

/**
 * Keeps the templates on the device, whichever page is open and whether or not they are on screen: once the page stands,
 * when the line is back, and when what waited has been sent. @returns how to stop.
 */
export function keepTemplates(): () => void {
  const read = async () => {
    // A list that is on its way may be from before the last change.
    await queryClient.cancelQueries({ queryKey: templatesQuery.queryKey })
    await queryClient.query({ ...templatesQuery, staleTime: 0, networkMode: 'always', retry: false }).catch(() => {})
  }
  void whenIdle().then(read)
  return appStore.sub(isUpToDateAtom, () => (appStore.get(isUpToDateAtom) ? void read() : undefined))
}

const nameOf = async (templateId: number): Promise<string> =>
  (await deviceTables().templates.list()).find((one) => one.template_id === templateId)?.filter_template_name ?? ''

async function change(command: Command): Promise<Reply | null> {
  const result = await enqueue(command)
  return result.state === 'sent' ? result.reply : null
}

const asListItem = (reply: Reply | null): TemplateListItem | null =>
  reply && 'filter_template_name' in reply ? reply : null

/** A new template as it is sent: its name with angle brackets escaped. */
export type NewTemplate = z.output<typeof createFilterTemplate.body>

/** A template that was just made: by the server, or for the queue. */
export interface MadeTemplate {
  /** As in the lists: the template's id as text, or that of the item that waits. */
  readonly key: string
  readonly isSent: boolean
}

async function create(body: NewTemplate, selection: SelectedFilters): Promise<MadeTemplate> {
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

/** Changes resolve with the server's answer, or with `null` when they wait to be sent. Everything throws as `call` does. */
export const templateStore = {
  /** Whether the server can be reached. */
  online: onlineAtom,
  waiting: atom((get): readonly WaitingChange[] => get(queueAtom).map(changeOf)),
  /** Throws when the device has none either. */
  list,
  /** Throws when the device has none either. */
  values,
  /** Its selection is what the template was made of, so that it can be chosen before the server has it. Throws Refused 409 when the name is taken, 422. */
  create,
  /** Renames one that waits to be created. Throws when it is on its way already. */
  renameWaiting,
  /** Throws Refused 404, 409. */
  rename: async (templateId: number, name: string) =>
    asListItem(
      await change({
        kind: 'rename-template',
        body: { template_id: templateId, template_name: name },
        formerName: await nameOf(templateId),
      }),
    ),
  /** Throws Refused 404. */
  remove,
  /** Deletes one that waits to be created, here or, when it was sent meanwhile, there. Throws while it is being sent. */
  removeWaiting,
  /** Sends a refused change again. Throws when it is on its way already. */
  retry,
  /** Takes a change back. Answers whether nothing of it was done for certain. Throws when it is on its way already. */
  discard,
}

/** What the screens need of it; the route passes it in. */
export type TemplateStore = typeof templateStore
