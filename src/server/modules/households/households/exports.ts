import type { Readable } from 'node:stream'
import type { FilterRequest } from '#contract/households/filters'
import type { Person } from '../../../http/person'
import type { CsvFile } from '../../../lib/csv'
import type { AuditService } from '../../organisations/audit/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { FiltersService } from '../filters/service'
import { SNAPSHOT_COLUMNS } from '../columns/columns'
import { allowExport, purposeInName, purposeInWords, WHOLE, type NeedToKnowService } from '../need-to-know/service'
import type { LoadedSnapshot } from '../snapshots/service'
import { csvFormat, SNAPSHOT_CSV, type CsvColumn, type CsvConstant } from './csv'
import { encodeLines } from './records'

interface ExportsDependencies {
  readonly filters: Pick<FiltersService, 'compile' | 'selectLatest'>
  readonly needToKnow: Pick<NeedToKnowService, 'looked'>
  readonly audit: AuditService
  readonly organisations: Pick<OrganisationsService, 'get'>
}

/** Households that leave Doorstep as a file or in batches. @throws Fault from its methods: 422 for wrong filters */
export const createHouseholdExports = (deps: ExportsDependencies) => ({
  /** @throws Fault also 403 and 422 of {@link allowExport} */
  async exportCsv(person: Person, { purpose: wanted, ...request }: FilterRequest & { purpose?: string | undefined }) {
    const { snapshot, access, predicate } = await deps.filters.selectLatest(person, request)
    const purpose = allowExport(access, wanted)
    const { slug } = await deps.organisations.get(person.organisationId)
    const households = await snapshot.count(predicate)
    // Audited first: a partial export is still an export.
    const subject = `households csv ${snapshot.month}${purposeInWords(purpose)}`
    await deps.audit.record(person, 'export', subject, households)
    await deps.needToKnow.looked(person, snapshot, predicate, households)
    const shown = SNAPSHOT_CSV.filter(({ heading }) => !access.hidden.has(heading))
    const stream = await snapshot.rows(predicate, csvFormat(shown))
    const month = snapshot.month.slice(0, 7)
    const name = `${slug.replace(/[^a-z0-9-]/gi, '')}-households-${month}${purposeInName(purpose)}.csv`
    return { name, stream } satisfies CsvFile
  },

  streamCsv: async (
    snapshot: LoadedSnapshot,
    request: FilterRequest,
    columns: readonly CsvColumn[],
    constants: readonly CsvConstant[] = [],
  ): Promise<Readable> =>
    snapshot.rows(await deps.filters.compile(snapshot, request, WHOLE), csvFormat(columns, constants)),

  /** One JSON object a line. @param stallMs how long a reader may take over a chunk */
  streamJsonLines: async (snapshot: LoadedSnapshot, request: FilterRequest, stallMs: number): Promise<Readable> =>
    snapshot.rows(await deps.filters.compile(snapshot, request, WHOLE), {
      select: [{ json: SNAPSHOT_COLUMNS.map((column) => column.name) }],
      encode: encodeLines,
      stallMs,
    }),
})
