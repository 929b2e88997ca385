/** docs/product.md#the-map-on-paper: only counts, and none from 1 to 7. */
import type { MapExportRequest, PrintedMapPage } from '#contract/households/printedMap'
import type { Person } from '../../../http/person'
import { publishedCount } from '../../../lib/rounding'
import type { AuditService } from '../../organisations/audit/service'
import { allowExport, purposeInName, purposeInWords, type NeedToKnowService } from '../need-to-know/service'
import { createDrawing } from './drawing'
import { ASCENT, type WardRow } from './mapPdf'
import { PRINTED_PAGE } from './page'
import { readFigures, writePageContent, type CountedHouseholds, type PageContentDependencies } from './pageContent'
import type { PublishedWardFigures } from './wardFigures'

interface PrintedMapDependencies extends PageContentDependencies {
  readonly needToKnow: Pick<NeedToKnowService, 'noteMatching'>
  readonly audit: AuditService
}

export type PrintedMapService = ReturnType<typeof createPrintedMapService>

/** @throws Fault from its methods: as the CSV of households */
export function createPrintedMapService(deps: PrintedMapDependencies) {
  const drawing = createDrawing()
  return {
    /** Audited as an export. */
    async writePdf(person: Person, asked: MapExportRequest, signal: AbortSignal) {
      const { content, rows, made, fileName } = await preparePage(deps, person, asked, 'PDF', signal)
      const byName = rows.toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))
      return { name: `${fileName}.pdf`, file: await drawing.pdf(content, byName, made) }
    },

    /** Audited as an export. @returns JSON of a {@link PrintedMapPage} */
    async drawPicture(person: Person, asked: MapExportRequest, signal: AbortSignal): Promise<Buffer> {
      const { content, made, fileName } = await preparePage(deps, person, asked, 'picture', signal)
      const page = { file_name: `${fileName}.png`, ...PRINTED_PAGE, ascent: ASCENT } satisfies Omit<
        PrintedMapPage,
        'parts'
      >
      const head = JSON.stringify(page).slice(0, -1)
      return Buffer.concat([Buffer.from(`${head},"parts":`), await drawing.parts(content, made), Buffer.from('}')])
    },

    close: () => drawing.close(),
  }
}

async function preparePage(
  deps: PrintedMapDependencies,
  person: Person,
  { view, measure, place, purpose: named, ...request }: MapExportRequest,
  what: 'PDF' | 'picture',
  signal: AbortSignal,
) {
  const { snapshot, access } = await deps.filters.openLatest(person)
  const purpose = allowExport(access, named)
  const predicate = await deps.filters.compile(snapshot, request, access)
  const totals = await snapshot.totalsByWard(predicate, signal)
  const counted = { person, request, snapshot, access, predicate, totals }
  const figures = await readFigures(deps, view === 'ward' ? measure : 'count', counted, signal)
  const households = totals.reduce((sum, ward) => sum + ward.households, 0)
  const subject = `map as ${what} ${snapshot.month}${purposeInWords(purpose)}`
  await deps.audit.record(person, 'export', subject, households)
  await deps.needToKnow.noteMatching(person, snapshot, predicate, households)
  const made = new Date()
  const { content, slug } = await writePageContent(deps, counted, figures, { view, place }, made, signal)
  const month = snapshot.month.slice(0, 7)
  const fileName = `${slug.replace(/[^a-z0-9-]/gi, '')}-map-${month}${purposeInName(purpose)}`
  return { content, rows: listWards(counted, figures), made, fileName }
}

function listWards({ snapshot, totals }: CountedHouseholds, figures: PublishedWardFigures): WardRow[] {
  const counts = new Map(totals.map((ward) => [ward.wardCode, publishedCount(ward.households)]))
  return snapshot.wards.map(({ code, name }) => ({
    name,
    households: counts.get(code) ?? 0,
    figure: figures.inWords(figures.valueOf(code)),
  }))
}
