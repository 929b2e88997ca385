/** Removes erased households from this device (docs/product.md#erasure). */
import {
  HOUSEHOLD_REFERENCE_CATEGORY,
  MAX_VALUES_PER_FILTER,
  matchHouseholdReferences,
  NO_HOUSEHOLD,
} from '#contract/households/filters'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import type { Draft } from '#offline/drafts'
import type { QueuedItem } from '#offline/queuedWork'
import { call } from '../api/call'
import { changesAllowed } from '../api/confirmation'
import { queryClient } from '../api/queryClient'
import { storageProblemAtom } from './device/storageProblem'
import { deviceTables, readKept, type DeviceTables } from './device/tables'
import { writtenDraftAtom } from './drafts'
import { everySelectionAtom } from './filters/selectedFilters'
import { listValues, withValues, type SelectedFilters } from './filters/selection'
import { holdQueue } from './queue/queue'
import { erasureCountAtom, sessionAtom } from './session'
import { appStore, atom } from './store'
import { forgetVisits, openRoundAtom } from './visits/openRound'

const FILTER = 'household_references'
const PLACE = { categoryName: HOUSEHOLD_REFERENCE_CATEGORY, filterName: FILTER }

type IsGone = (reference: string) => boolean

const referencesIn = (selection: SelectedFilters): string[] => listValues(selection, PLACE).map(({ id }) => id)

/** An emptied filter would select everybody; {@link NO_HOUSEHOLD} selects nobody. */
const orNobody = <Value>(left: Value[], nobody: Value): Value[] => (left.length > 0 ? left : [nobody])

function selectionWithout(selection: SelectedFilters, isGone: IsGone): SelectedFilters {
  if (!referencesIn(selection).some(isGone)) return selection
  const displayName = selection[PLACE.categoryName]?.[FILTER]?.displayName ?? ''
  const left = listValues(selection, PLACE).filter(({ id }) => !isGone(id))
  const nobody = { id: NO_HOUSEHOLD, displayName: NO_HOUSEHOLD }
  return withValues(selection, { ...PLACE, displayName }, orNobody(left, nobody))
}

function referencesInItem({ command }: QueuedItem): string[] {
  if (command.kind !== 'create-template') return []
  const details = command.body.filter_template_details.filter(({ filter_name }) => filter_name === FILTER)
  return [...details.flatMap((one) => one.filter_value_names), ...referencesIn(command.selection ?? {})]
}

function itemWithout(item: QueuedItem, isGone: IsGone): QueuedItem {
  const { command } = item
  if (command.kind !== 'create-template') return item
  const filter_template_details = command.body.filter_template_details.map((one) => {
    if (one.filter_name !== FILTER) return one
    const left = one.filter_value_names.filter((name) => !isGone(name))
    return { ...one, filter_value_names: orNobody(left, NO_HOUSEHOLD) }
  })
  const selection = selectionWithout(command.selection ?? {}, isGone)
  return { ...item, command: { ...command, body: { ...command.body, filter_template_details }, selection } }
}

async function referencesHeld({ drafts, queue, templates }: DeviceTables): Promise<string[]> {
  const written = appStore.get(writtenDraftAtom)
  const selections = [
    ...appStore.get(everySelectionAtom),
    ...(await drafts.list()).map((draft) => draft.selectedFilters),
    ...(written ? [written.draft.selectedFilters] : []),
  ]
  const rows = (await templates.list()).flatMap((template) => template.rows ?? [])
  const held = [
    ...selections.flatMap(referencesIn),
    ...(await queue.list()).flatMap(referencesInItem),
    ...(appStore.get(openRoundAtom)?.visits.map((visit) => visit.household_reference) ?? []),
    ...rows.filter(({ filter_name }) => filter_name === FILTER).map(({ filter_value }) => filter_value.name),
  ]
  return [...new Set(held)].filter((reference) => reference !== '' && reference !== NO_HOUSEHOLD)
}

async function removeFrom(tables: DeviceTables, isGone: IsGone): Promise<string[]> {
  const places = new Set<string>()
  const without = (selection: SelectedFilters, place: string): SelectedFilters => {
    const next = selectionWithout(selection, isGone)
    if (next !== selection) places.add(place)
    return next
  }
  // In every tab, the newest draft counts.
  const updatedAt = new Date().toISOString()
  const draftWithout = (draft: Draft): Draft => {
    const selectedFilters = without(draft.selectedFilters, 'a campaign draft')
    return selectedFilters === draft.selectedFilters ? draft : { ...draft, selectedFilters, updatedAt }
  }
  appStore.set(everySelectionAtom, (one) => without(one, 'the selected filters'))
  const { drafts, queue, templates } = tables
  await drafts.atomically(async () => {
    for (const draft of await drafts.list()) {
      const next = draftWithout(draft)
      if (next !== draft) await drafts.put(next)
    }
  })
  appStore.set(writtenDraftAtom, (written) => written && { ...written, draft: draftWithout(written.draft) })
  await holdQueue(() =>
    queue.atomically(async () => {
      for (const item of await queue.list()) {
        if (!referencesInItem(item).some(isGone)) continue
        places.add('a template that waits to be sent')
        await queue.put(itemWithout(item, isGone))
      }
    }),
  )
  await templates.atomically(async () => {
    for (const template of await templates.list()) {
      const isNamed = (row: TemplateValueRow) => row.filter_name === FILTER && isGone(row.filter_value.name)
      if (!template.rows?.some(isNamed)) continue
      places.add('a template')
      // As the server keeps it.
      const filter_value = { name: NO_HOUSEHOLD, display_name: NO_HOUSEHOLD }
      const rows = template.rows.map((row) => (isNamed(row) ? { ...row, filter_value } : row))
      await templates.put({ ...template, rows })
    }
  })
  if (await forgetVisits(isGone)) places.add('the visit round')
  return [...places]
}

const TAB_KEY = 'doorstep.erasures'

/** The count last asked at in this tab; a new tab names nothing and takes the device's. */
function countInTab(onDevice: number): number {
  const stored = sessionStorage.getItem(TAB_KEY)
  if (stored === null) noteInTab(onDevice)
  return Number(stored ?? onDevice)
}

/** The count last asked at, or `count` when there is nothing to ask. Reads the tab's count first. */
async function findCountAsked(count: number, roundId: string | undefined): Promise<number> {
  const record = await readKept('erasures')
  const onDevice = record?.count ?? 0
  const inTab = countInTab(onDevice)
  const isRoundAsked = !roundId || record?.roundId === roundId
  if (inTab === count && onDevice === count && (count === 0 || isRoundAsked)) return count
  return isRoundAsked ? Math.min(inTab, onDevice) : 0
}

function noteInTab(count: number): void {
  try {
    sessionStorage.setItem(TAB_KEY, String(count))
  } catch {
    // Storage is full.
  }
}

/** Forgets households that are no longer held. */
export async function forgetGoneHouseholds(): Promise<void> {
  const owner = appStore.get(sessionAtom)
  const count = appStore.get(erasureCountAtom)
  const roundId = appStore.get(openRoundIdAtom)
  const tables = deviceTables()
  const erasuresSeen = await findCountAsked(count ?? 0, roundId)
  if (count === null || erasuresSeen === count) return
  const held = await referencesHeld(tables)
  const gone = new Set<string>()
  for (let at = 0; at < held.length; at += MAX_VALUES_PER_FILTER) {
    // Needs the confirmed person: another organisation knows none of these households.
    await changesAllowed()
    const body = { values: held.slice(at, at + MAX_VALUES_PER_FILTER), erasures_seen: erasuresSeen }
    for (const reference of (await call(matchHouseholdReferences, { body })).unmatched) gone.add(reference)
  }
  if (appStore.get(sessionAtom) !== owner || deviceTables() !== tables) return
  if (gone.size > 0) await removeAndSay(tables, (reference) => gone.has(reference.trim()))
  await tables.kept.put({ id: 'erasures', count, roundId: roundId ?? null })
  noteInTab(count)
}

async function removeAndSay(tables: DeviceTables, isGone: IsGone): Promise<void> {
  const places = await removeFrom(tables, isGone)
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries()
  if (places.length === 0) return
  const message = `Your organisation no longer holds a household that was named here. It was removed from ${inWords.format(places)} on this device.`
  appStore.set(storageProblemAtom, { kind: 'erased', message })
}

const inWords = new Intl.ListFormat('en-GB')

/** Contents can be read only while open. */
const openRoundIdAtom = atom((get) => get(openRoundAtom)?.roundId)

/** Forgets households whenever the erasure count moves, or a round opens. @returns how to stop */
export function watchErasures(): () => void {
  let last: Promise<void> = Promise.resolve()
  const ask = () => void (last = last.then(forgetGoneHouseholds).catch(() => {}))
  ask()
  const stops = [appStore.sub(erasureCountAtom, ask), appStore.sub(openRoundIdAtom, ask)]
  return () => stops.forEach((stop) => stop())
}
