/*
 * Records of this device that could not be read (edited by hand, or written by a version that nobody remembers): they
 * are kept as they were, so that nothing is lost in silence, until the person has seen them.
 */
import type { SetAsideRecord } from '#offline/database'
import { currentShelves, tellSetAside } from './storage'

/** A record that was set aside, in words. */
export interface SetAsideItem {
  readonly id: number
  /** What it was: 'Campaign draft “Winter”'. */
  readonly what: string
  readonly setAsideAt: string
  readonly record: unknown
}

const KINDS: Record<string, string> = {
  templates: 'Filter template',
  drafts: 'Campaign draft',
  queue: 'Change waiting to be sent',
  kept: 'Note of this device',
}

/** What is set aside, first to last. */
export async function readSetAside(): Promise<SetAsideItem[]> {
  return (await currentShelves().setAside.list()).map(({ id, table, record, setAsideAt }) => ({
    id,
    what: `${KINDS[table] ?? 'Record'}${nameIn(record)}`,
    setAsideAt,
    record,
  }))
}

/** Removes a record for good. */
export async function discardSetAside(id: number): Promise<void> {
  await currentShelves().setAside.remove(id)
  await tellSetAside(currentShelves())
}

/** The record as a file, exactly as it lies here. */
export function setAsideFile({ id, record }: Pick<SetAsideItem, 'id' | 'record'>): { name: string; blob: Blob } {
  const blob = new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' })
  return { name: `doorstep-set-aside-${id}.json`, blob }
}

/** By what people may know it again, if it still says so. */
function nameIn(record: SetAsideRecord['record']): string {
  if (typeof record !== 'object' || record === null) return ''
  const names = ['campaignName', 'filter_template_name'].map((key): unknown => Reflect.get(record, key))
  const name = names.find((one) => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? ` “${name}”` : ''
}
