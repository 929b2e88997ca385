/** docs/product.md#hold-out */
import { neverDrawnSettingsSchema, type NeverDrawnSettings } from '#contract/campaigns/neverDrawn'
import type { Person } from '../../../http/person'
import { WHOLE } from '../../households/need-to-know/service'
import type { LoadedSnapshot } from '../../households/snapshots/service'
import type { CampaignsDependencies } from './dependencies'
import * as repo from './neverDrawnRepo'

const NONE: NeverDrawnSettings = { filter_request_list: [] }

export type NeverDrawn = ReturnType<typeof createNeverDrawn>

/** Settings, and the households that they name. */
export function createNeverDrawn({
  database,
  filters,
  audit,
}: Pick<CampaignsDependencies, 'database' | 'filters' | 'audit'>) {
  const read = async (organisationId: string): Promise<NeverDrawnSettings> => {
    const stored = await database.forOrganisation(organisationId, (tx) => repo.findSettings(tx, organisationId))
    return stored === undefined ? NONE : neverDrawnSettingsSchema.parse(stored)
  }
  return {
    read,

    /** @throws Fault 404 without a snapshot, 422 for wrong filters */
    async save(person: Person, settings: NeverDrawnSettings): Promise<void> {
      const { organisationId } = person
      await filters.selectLatest(person, { ...settings, dynamic_filter_value_request_list: [] })
      await database.forOrganisation(organisationId, async (tx) => {
        await repo.saveSettings(tx, { organisationId, filters: settings })
        const named = settings.filter_request_list
        const subject = named.map((one) => `${one.filter_name}: ${one.filter_value_list.join(', ')}`).join('; ')
        await audit.recordIn(tx, person, 'never_drawn', subject || 'none')
      })
    },

    /** Including those hidden from the caller. */
    async find(snapshot: LoadedSnapshot, organisationId: string): Promise<ReadonlySet<string>> {
      const { filter_request_list: named } = await read(organisationId)
      const found = new Set<string>()
      for (const one of named) {
        const request = { filter_request_list: [one], dynamic_filter_value_request_list: [] }
        const predicate = await filters.compile(snapshot, request, WHOLE)
        for (const reference of await snapshot.references(predicate)) found.add(reference)
      }
      return found
    },
  }
}
