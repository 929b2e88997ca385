/** Templates from the server, or from the device while offline; changed through the queue. */
import type { z } from 'zod'
import {
  getFilterTemplateValues,
  getFilterTemplates,
  getReadyMadeTemplates,
  getSharedFilterTemplates,
  TEMPLATE_CHANGED,
  type createFilterTemplate,
  type SeenTemplate,
  type TemplateListItem,
  type TemplateValueRow,
} from '#contract/households/filterTemplates'
import { call } from '../api/call'
import { queryClient } from '../api/queryClient'
import { makeQueryKey } from '../api/queryOptions'
import { pauseWhileOffline, withRetries } from '../api/retry'
import { isUnreached, Refused } from '../api/errors'
import { whenIdle } from '../lib/whenIdle'
import { findNextItem, sortItems } from '#offline/drain'
import type { TemplateCommand, QueuedItem } from '#offline/queuedWork'
import { enqueue, madeAtom, queueAtom } from './queue/queue'
import { discard, renameWaiting, retry } from './queue/items'
import { asSeen } from './queue/versions'
import { onlineAtom } from './connectivity'
import type { SelectedFilters } from './filters/selection'
import { appStore, atom } from './store'
import { deviceTables, isKeptOnDevice, readKept } from './device/tables'

export type WaitingChange = QueuedItem & { readonly command: TemplateCommand }

const isOfTemplate = (item: QueuedItem): item is WaitingChange => item.command.kind !== 'visit-outcome'

export interface ReadTemplates {
  readonly templates: readonly TemplateListItem[]
  readonly isFromDevice: boolean
}

/** Not aborted: the device keeps the answer. */
async function list(): Promise<ReadTemplates> {
  try {
    const templates = await withRetries(() => call(getFilterTemplates))
    const table = deviceTables().templates
    void keep(async () => {
      await table.atomically(async () => {
        const rows = new Map((await table.list()).map((kept) => [kept.template_id, kept.rows]))
        await table.replace(templates.map((one) => ({ ...one, rows: rows.get(one.template_id) ?? null })))
      })
      await deviceTables().kept.put({ id: 'templates-read', asAt: new Date().toISOString() })
      await keepValues()
    })
    return { templates, isFromDevice: false }
  } catch (error) {
    if (!isUnreached(error)) throw error
    const kept = await deviceTables().templates.list()
    if (kept.length === 0 && !(await readKept('templates-read'))) throw error
    const byName = kept.sort((a, b) => a.filter_template_name.localeCompare(b.filter_template_name, 'en-GB'))
    return { templates: byName.map(({ rows: _, ...one }) => one), isFromDevice: true }
  }
}

let keepingValues: Promise<void> | null = null

const keepValues = (): Promise<void> =>
  (keepingValues ??= fetchMissingValues().finally(() => {
    keepingValues = null
  }))

async function fetchMissingValues(): Promise<void> {
  const asked = new Set<number>()
  while (isKeptOnDevice()) {
    // The list may have grown.
    const next = (await deviceTables().templates.list()).find((one) => one.rows === null && !asked.has(one.template_id))
    if (!next) return
    asked.add(next.template_id)
    await values(next.template_id).catch((error: unknown) => {
      // Deleted meanwhile.
      if (!(error instanceof Refused)) throw error
    })
  }
}

async function values(templateId: number, signal?: AbortSignal): Promise<readonly TemplateValueRow[]> {
  const table = deviceTables().templates
  const keptOne = async () => (await table.list()).find((one) => one.template_id === templateId)
  try {
    const rows = await withRetries(
      () => call(getFilterTemplateValues, { body: { template_id: templateId }, signal }),
      signal,
    )
    await keep(() =>
      table.atomically(async () => {
        const kept = await keptOne()
        if (kept) await table.put({ ...kept, rows })
      }),
    )
    return rows
  } catch (error) {
    const rows = isUnreached(error) ? (await keptOne())?.rows : undefined
    if (!rows) throw error
    return rows
  }
}

export const templatesQuery = {
  queryKey: makeQueryKey(getFilterTemplates),
  queryFn: list,
  networkMode: 'offlineFirst',
  retry: pauseWhileOffline,
  staleTime: 60_000,
} as const

/** A full disk is reported elsewhere. */
const keep = (work: () => Promise<void>): Promise<void> => work().catch(() => {})

const isUpToDateAtom = atom((get) => get(onlineAtom) && findNextItem(get(queueAtom)) === undefined)

/** Refreshes the device's copy when idle, reconnected, or done sending. @returns how to stop */
export function keepTemplates(): () => void {
  void whenIdle().then(readTemplates)
  return appStore.sub(isUpToDateAtom, () => (appStore.get(isUpToDateAtom) ? void readTemplates() : undefined))
}

async function readTemplates(): Promise<void> {
  // An older answer may precede the last change.
  await queryClient.cancelQueries({ queryKey: templatesQuery.queryKey })
  await queryClient.query({ ...templatesQuery, staleTime: 0, networkMode: 'always', retry: false }).catch(() => {})
}

/** A template as the person sees it: with the changes that wait. Undefined if it was never listed. */
async function findSeen(templateId: number): Promise<SeenTemplate | undefined> {
  const listed = queryClient.getQueryData<ReadTemplates>(templatesQuery.queryKey)?.templates
  const found = (listed ?? (await deviceTables().templates.list())).find((one) => one.template_id === templateId)
  if (!found) return undefined
  const seen = asSeen(found)
  const waiting = sortItems(await deviceTables().queue.list())
  return waiting.reduce((before, { command, state }) => {
    if (state === 'refused' || !('template_id' in command.body) || command.body.template_id !== templateId)
      return before
    if (command.kind === 'rename-template') return { ...before, template_name: command.body.template_name }
    return command.kind === 'share-template' ? { ...before, is_shared: command.body.is_shared } : before
  }, seen)
}

/**
 * A refusal because of another device's change comes with a fresh list.
 * @returns whether it was sent, not queued
 */
async function change(command: TemplateCommand): Promise<boolean> {
  try {
    return (await enqueue(command)).state === 'sent'
  } catch (error) {
    if (error instanceof Refused && error.code === TEMPLATE_CHANGED) await readTemplates()
    throw error
  }
}

/** Never kept on the device. */
export const sharedTemplatesQuery = { queryKey: makeQueryKey(getSharedFilterTemplates), staleTime: 60_000 } as const

export const readyMadeTemplatesQuery = { queryKey: makeQueryKey(getReadyMadeTemplates), staleTime: 60_000 } as const

export type NewFilterTemplate = z.output<typeof createFilterTemplate.body>

export interface MadeTemplate {
  readonly key: string
  readonly isSent: boolean
}

async function create(body: NewFilterTemplate, selection: SelectedFilters): Promise<MadeTemplate> {
  const result = await enqueue({ kind: 'create-template', body, selection })
  const isSent = result.state === 'sent'
  return { isSent, key: isSent ? String(result.reply.template_id) : result.id }
}

async function remove(templateId: number): Promise<boolean> {
  const seen = await findSeen(templateId)
  const body = { template_id: templateId, seen }
  return change({ kind: 'delete-template', body, formerName: seen?.template_name ?? '' })
}

async function rename(templateId: number, name: string): Promise<boolean> {
  const seen = await findSeen(templateId)
  const body = { template_id: templateId, template_name: name, seen }
  return change({ kind: 'rename-template', body, formerName: seen?.template_name ?? '' })
}

async function share(templateId: number, isShared: boolean): Promise<boolean> {
  const seen = await findSeen(templateId)
  const body = { template_id: templateId, is_shared: isShared }
  return change({ kind: 'share-template', body, formerName: seen?.template_name ?? '' })
}

export type Removed = 'removed' | 'queued' | 'may-be-there'

async function removeWaiting(changeId: string): Promise<Removed> {
  const templateId = appStore.get(madeAtom).get(changeId)
  if (templateId === undefined) return (await discard(changeId)) ? 'removed' : 'may-be-there'
  return (await remove(templateId)) ? 'removed' : 'queued'
}

/** Throws as `call` does. */
export const templateStore = {
  online: onlineAtom,
  waiting: atom((get): readonly WaitingChange[] => get(queueAtom).filter(isOfTemplate)),
  list,
  values,
  create,
  renameWaiting,
  rename,
  share,
  shared: (signal?: AbortSignal) => call(getSharedFilterTemplates, { signal }),
  readyMade: (signal?: AbortSignal) => call(getReadyMadeTemplates, { signal }),
  remove,
  removeWaiting,
  retry,
  discard,
}
