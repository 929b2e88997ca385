import type { QuarantinedRecord } from '#offline/database'
import { reportQuarantined } from './storageProblem'
import { deviceTables } from './tables'

export interface QuarantinedItem {
  readonly id: number
  readonly what: string
  readonly quarantinedAt: string
  readonly record: unknown
}

const KINDS: Record<string, string> = {
  templates: 'Filter template',
  drafts: 'Campaign draft',
  queue: 'Change waiting to be sent',
  rounds: 'Visit round',
  kept: 'Note of this device',
}

/** Lists the quarantine. */
export async function readQuarantined(): Promise<QuarantinedItem[]> {
  return (await deviceTables().quarantined.list()).map(({ id, table, record, quarantinedAt }) => ({
    id,
    what: `${KINDS[table] ?? 'Record'}${nameIn(record)}`,
    quarantinedAt,
    record,
  }))
}

/** Removes a record. */
export async function discardQuarantined(id: number): Promise<void> {
  await deviceTables().quarantined.remove(id)
  await reportQuarantined(deviceTables())
}

/** The record as a file. */
export function quarantinedFile({ id, record }: Pick<QuarantinedItem, 'id' | 'record'>): { name: string; blob: Blob } {
  const blob = new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' })
  return { name: `doorstep-set-aside-${id}.json`, blob }
}

function nameIn(record: QuarantinedRecord['record']): string {
  if (typeof record !== 'object' || record === null) return ''
  const names = ['campaignName', 'filter_template_name'].map((key): unknown => Reflect.get(record, key))
  const name = names.find((one) => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? ` “${name}”` : ''
}
