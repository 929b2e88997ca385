/** Removes erased households from this device (docs/product.md#erasure). */
import { ERASED_HOUSEHOLD, findErased, MAX_ASKED } from '#contract/data-protection/erasures'
import { HOUSEHOLD_REFERENCE_CATEGORY } from '#contract/households/filters'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import { commandSchema, type QueuedItem } from '#offline/queuedWork'
import { call } from '../api/call'
import { changesAllowed } from '../api/confirmation'
import { queryClient } from '../api/queryClient'
import { lineAtom } from './connectivity'
import { deviceTables, storageProblemAtom, type DeviceTables } from './device/tables'
import { writtenDraftAtom } from './drafts'
import { everySelectionAtom } from './filters/selectedFilters'
import { pruned, type SelectedFilters } from './filters/selection'
import { holdQueue } from './queue/queue'
import { sessionAtom } from './session'
import { appStore, atom } from './store'
import { forgetVisits, openRoundAtom } from './visits/openRound'

const FILTER = 'household_references'

type IsErased = (reference: string) => boolean

const NOBODY = { id: ERASED_HOUSEHOLD, displayName: ERASED_HOUSEHOLD }

const referencesIn = (selection: SelectedFilters): string[] =>
  selection[HOUSEHOLD_REFERENCE_CATEGORY]?.[FILTER]?.selectedValues.map(({ id }) => id) ?? []

/** The selection without erased households; the same object if it names none. */
export function withoutErased(selection: SelectedFilters, isErased: IsErased): SelectedFilters {
  const category = selection[HOUSEHOLD_REFERENCE_CATEGORY]
  const filter = category?.[FILTER]
  const left = filter?.selectedValues.filter(({ id }) => !isErased(id))
  if (!filter || !left || left.length === filter.selectedValues.length) return selection
  const selectedValues = left.length > 0 ? left : [NOBODY]
  return pruned({
    ...selection,
    [HOUSEHOLD_REFERENCE_CATEGORY]: { ...category, [FILTER]: { ...filter, selectedValues } },
  })
}

function referencesOf({ command }: QueuedItem): string[] {
  if (command.kind !== 'create-template') return []
  const details = command.body.filter_template_details.filter(({ filter_name }) => filter_name === FILTER)
  return [...details.flatMap((one) => one.filter_value_names), ...referencesIn(command.selection ?? {})]
}

/** Null: it named only erased households, and would choose nobody. */
function queuedWithout(item: QueuedItem, isErased: IsErased): QueuedItem | null {
  if (item.command.kind !== 'create-template') return item
  const { body, selection = {} } = item.command
  const details = body.filter_template_details.map((one) =>
    one.filter_name === FILTER
      ? { ...one, filter_value_names: one.filter_value_names.filter((name) => !isErased(name)) }
      : one,
  )
  if (details.some(({ filter_value_names: names }) => names.length === 0)) return null
  const command = commandSchema.parse({
    ...item.command,
    body: { ...body, filter_template_details: details },
    selection: withoutErased(selection, isErased),
  })
  return { ...item, command }
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
    ...(await queue.list()).flatMap(referencesOf),
    ...(appStore.get(openRoundAtom)?.visits.map((visit) => visit.household_reference) ?? []),
    ...rows.filter(({ filter_name }) => filter_name === FILTER).map(({ filter_value }) => filter_value.name),
  ]
  return [...new Set(held)].filter((reference) => reference !== '' && reference !== ERASED_HOUSEHOLD)
}

async function removeFrom(tables: DeviceTables, isErased: IsErased): Promise<string[]> {
  const places = new Set<string>()
  const without = (selection: SelectedFilters, place: string): SelectedFilters => {
    const next = withoutErased(selection, isErased)
    if (next !== selection) places.add(place)
    return next
  }
  appStore.set(everySelectionAtom, (one) => without(one, 'the selected filters'))
  const { drafts, queue, templates } = tables
  // The newest copy counts, in every tab.
  const updatedAt = new Date().toISOString()
  await drafts.atomically(async () => {
    for (const draft of await drafts.list()) {
      const selectedFilters = without(draft.selectedFilters, 'a campaign draft')
      if (selectedFilters !== draft.selectedFilters) await drafts.put({ ...draft, selectedFilters, updatedAt })
    }
  })
  appStore.set(writtenDraftAtom, (written) => {
    const selectedFilters = written && without(written.draft.selectedFilters, 'a campaign draft')
    return !written || !selectedFilters || selectedFilters === written.draft.selectedFilters
      ? written
      : { ...written, draft: { ...written.draft, selectedFilters, updatedAt } }
  })
  await holdQueue(() =>
    queue.atomically(async () => {
      for (const item of await queue.list()) {
        if (!referencesOf(item).some(isErased)) continue
        places.add('a template that waits to be sent')
        const next = queuedWithout(item, isErased)
        await (next ? queue.put(next) : queue.remove(item.id))
      }
    }),
  )
  await templates.atomically(async () => {
    for (const template of await templates.list()) {
      const isNamed = (row: TemplateValueRow) => row.filter_name === FILTER && isErased(row.filter_value.name)
      if (!template.rows?.some(isNamed)) continue
      places.add('a template')
      // As the server keeps it.
      const filter_value = { name: ERASED_HOUSEHOLD, display_name: ERASED_HOUSEHOLD }
      await templates.put({
        ...template,
        rows: template.rows.map((row) => (isNamed(row) ? { ...row, filter_value } : row)),
      })
    }
  })
  if (await forgetVisits(isErased)) places.add('the visit round')
  return [...places]
}

/** Asks which households held here were erased, and forgets those. */
export async function forgetErased(): Promise<void> {
  const owner = appStore.get(sessionAtom)
  const tables = deviceTables()
  const held = await referencesHeld(tables)
  const erased = new Set<string>()
  for (let at = 0; at < held.length; at += MAX_ASKED) {
    // Only after the server confirmed the person: another organisation knows nothing of these households.
    await changesAllowed()
    const body = { household_references: held.slice(at, at + MAX_ASKED) }
    for (const reference of (await call(findErased, { body })).erased) erased.add(reference)
  }
  if (erased.size === 0 || appStore.get(sessionAtom) !== owner || deviceTables() !== tables) return
  const places = await removeFrom(tables, (reference) => erased.has(reference))
  // Fetch again all that is or was on screen.
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries()
  if (places.length === 0) return
  const message = `Your organisation has erased a household. It was removed from ${inWords.format(places)} on this device.`
  appStore.set(storageProblemAtom, { kind: 'erased', message })
}

const inWords = new Intl.ListFormat('en-GB')

/** A round's contents can be read only while it is open. */
const openRoundIdAtom = atom((get) => get(openRoundAtom)?.roundId)

/** Forgets erased households at once, on each reconnect, and when a visit round is opened. @returns how to stop */
export function watchErased(): () => void {
  let last: Promise<void> = Promise.resolve()
  const ask = () => {
    if (appStore.get(lineAtom) === 'online') last = last.then(forgetErased).catch(() => {})
  }
  ask()
  const stops = [appStore.sub(lineAtom, ask), appStore.sub(openRoundIdAtom, ask)]
  return () => stops.forEach((stop) => stop())
}
