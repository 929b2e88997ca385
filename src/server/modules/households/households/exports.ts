import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { FilterRequest } from '#contract/households/filters'
import type { exportHouseholdsCsv } from '#contract/households/households'
import type { Person } from '../../../http/person'
import type { CsvFile } from '../../../lib/csv'
import type { AuditService } from '../../organisations/audit/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { FiltersService } from '../filters/service'
import { SNAPSHOT_COLUMNS } from '../columns/columns'
import { allowExport, purposeInName, purposeInWords, WHOLE, type NeedToKnowService } from '../need-to-know/service'
import type { LoadedSnapshot } from '../snapshots/service'
import { csvFormat, readableFormat, SNAPSHOT_CSV, type CsvColumn, type CsvConstant } from './csv'
import { encodeLines } from './records'

interface ExportsDependencies {
  readonly filters: Pick<FiltersService, 'compile' | 'selectLatest'>
  readonly needToKnow: Pick<NeedToKnowService, 'noteMatching'>
  readonly audit: AuditService
  readonly organisations: Pick<OrganisationsService, 'get'>
}

/** Households that leave Doorstep as a file or in batches. @throws Fault from its methods: 422 for wrong filters */
export const createHouseholdExports = (deps: ExportsDependencies) => ({
  /** @throws Fault also 403 and 422 of {@link allowExport} */
  async exportCsv(person: Person, { purpose: wanted, wording, ...request }: z.output<typeof exportHouseholdsCsv.body>) {
    const { snapshot, access, predicate } = await deps.filters.selectLatest(person, request)
    const purpose = allowExport(access, wanted)
    const { slug } = await deps.organisations.get(person.organisationId)
    const households = await snapshot.count(predicate)
    // Audited first: a partial export is still an export.
    const subject = `households csv ${snapshot.month}${purposeInWords(purpose)}`
    await deps.audit.record(person, 'export', subject, households)
    await deps.needToKnow.noteMatching(person, snapshot, predicate, households)
    const shown = SNAPSHOT_CSV.filter(({ heading }) => !access.hidden.has(heading))
    const format = wording === 'names' ? readableFormat(snapshot, access.hidden) : csvFormat(shown)
    const stream = await snapshot.rows(predicate, format)
    const month = snapshot.month.slice(0, 7)
    const kind = wording === 'names' ? 'households-readable' : 'households'
    const name = `${slug.replace(/[^a-z0-9-]/gi, '')}-${kind}-${month}${purposeInName(purpose)}.csv`
    return { name, stream } satisfies CsvFile
  },

  streamCsv: async (
    snapshot: LoadedSnapshot,
    request: FilterRequest,
    columns: readonly CsvColumn[],
    constants: readonly CsvConstant[] = [],
  ): Promise<Readable> =>
    snapshot.rows(await deps.filters.compile(snapshot, request, WHOLE), csvFormat(columns, constants)),

  /** One JSON object a line. @param stallMs a reader's time per chunk */
  streamJsonLines: async (snapshot: LoadedSnapshot, request: FilterRequest, stallMs: number): Promise<Readable> =>
    snapshot.rows(await deps.filters.compile(snapshot, request, WHOLE), {
      select: [{ json: SNAPSHOT_COLUMNS.map((column) => column.name) }],
      encode: encodeLines,
      stallMs,
    }),
})
