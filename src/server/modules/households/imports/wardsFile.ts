/** GeoJSON in WGS84: docs/snapshot-format.md#wards. */
import { z } from 'zod'
import { isInArea, type Area } from '#contract/households/area'
import { EMPTY_FILE, type FaultKind } from '#contract/households/imports'
import { convertWith, findForeignSystem } from '../basemaps/reading/coordinateSystem'
import type { Ward } from '../snapshots/wards'
import { isGarbledText } from './garbledText'
import { readBytes, readingProblem, type InputFile } from './openFile'
import { createFaultList, type FaultList } from './report'
import { MAX_WARDS, simplifyWards } from './simplifyWards'
import { NO_AUTHORITY, readWard, type LocalAuthority, type NamedWard, type WardProblem } from './wardFeature'
import { placeCentre, makeGeometry, LINES, mergeAreas, NOT_DEGREES, readShape, type WardShape } from './wardShapes'

const GENERALISED = 'Take boundaries with fewer points, such as the ONS’s "generalised" ones.'

const MAX_BYTES = 200 * 1024 * 1024
/** Several times the United Kingdom's. */
const MAX_FEATURES = 50_000

export interface ReadWards {
  /** With households, sorted by code. */
  readonly wards: readonly Ward[]
  readonly codes: readonly string[]
}

interface WardsRequest {
  readonly localAuthority: LocalAuthority | undefined
  /** Wards with households, the only ones whose shapes matter; undefined if unknown. */
  readonly inhabited: ReadonlySet<string> | undefined
}

/** @returns undefined with faults */
export async function readWardsFile(
  file: InputFile,
  { localAuthority, inhabited }: WardsRequest,
  { faults, warnings }: { faults: FaultList; warnings: FaultList },
): Promise<ReadWards | undefined> {
  const refuse = ({ problem, kind = 'unreadable file' }: FileProblem) => {
    faults.addForFile(kind, file.name, problem)
    return undefined
  }
  const features = await readFeatures(file)
  if ('problem' in features) return refuse(features)
  const named = features.map(({ properties }) => readWard(properties ?? {}, localAuthority))
  // One fault, not one per ward, for files that never name the authority.
  if (named.every((ward) => 'problem' in ward && ward.problem === NO_AUTHORITY))
    return refuse({ problem: `No ward names its local authority. Give ${NO_AUTHORITY}.`, kind: 'bad ward' })
  const problems = createFaultList()
  const told =
    (found: FaultList, kind: FaultKind) =>
    (row: number, { column, value, problem }: WardProblem) =>
      found.add(kind, { file: file.name, row, column, value, expected: problem })
  const wards = groupByCode(named, told(problems, 'bad ward'))
  const drawn = wards
    .filter(({ code }) => inhabited?.has(code) ?? true)
    .map((ward) => ({ ...ward, shapes: ward.rows.map((row) => readShape(features[row - 1]?.geometry)) }))
  const [first] = drawn.flatMap(({ shapes }) => shapes)
  if (
    (first === LINES || first === NOT_DEGREES) &&
    drawn.every(({ shapes }) => shapes.every((shape) => shape === first))
  )
    return refuse({ problem: `The wards should have ${first}.`, kind: 'bad ward' })
  const whole = drawn.flatMap(
    (ward) => joinShapes(ward, told(problems, 'bad ward'), told(warnings, 'doubtful ward')) ?? [],
  )
  const found = problems.groups()
  faults.addGroups(found)
  if (found.length > 0) return undefined
  const codes = wards.map(({ code }) => code)
  if (!inhabited) return { wards: [], codes }
  if (whole.length > MAX_WARDS)
    return refuse({ problem: `Households live in more than ${MAX_WARDS.toLocaleString('en-GB')} wards of the file.` })
  const simplified = simplifyWards(whole.sort((a, b) => (a.code < b.code ? -1 : 1)))
  if (!simplified) return refuse({ problem: `The wards have too many points. ${GENERALISED}`, kind: 'bad ward' })
  return { wards: simplified, codes }
}

type Tell = (row: number, problem: WardProblem) => void

interface GivenWard extends NamedWard {
  /** Feature numbers, from 1. */
  readonly rows: readonly number[]
}

function groupByCode(named: readonly (NamedWard | WardProblem)[], tell: Tell): GivenWard[] {
  const wards = new Map<string, GivenWard>()
  for (const [index, ward] of named.entries()) {
    const row = index + 1
    if ('problem' in ward) tell(row, ward)
    else {
      const { code, name, centre } = ward
      const known = wards.get(code)
      if (known && known.name !== name) {
        const problem = `one name for ${code}, which is ${known.name} in row ${known.rows[0]}`
        tell(row, { problem, column: 'ward_name', value: name })
      } else if (known) {
        const isSame = known.centre?.join() === centre?.join()
        wards.set(code, { ...known, centre: isSame ? centre : undefined, rows: [...known.rows, row] })
      } else wards.set(code, { ...ward, rows: [row] })
    }
  }
  return [...wards.values()]
}

function joinShapes(
  { rows, shapes, centre, ...ward }: GivenWard & { readonly shapes: readonly (WardShape | string)[] },
  tell: Tell,
  doubt: Tell,
): Ward | undefined {
  const at = (problem: string, column = 'geometry') => ({ problem, column, value: ward.code })
  let area: Area = []
  for (const [index, shape] of shapes.entries()) {
    const row = rows[index] ?? 0
    const merged = typeof shape === 'string' ? undefined : mergeAreas(area, shape.area)
    if (typeof shape === 'string' || !merged) {
      tell(
        row,
        at(typeof shape === 'string' ? shape : `parts of ${ward.code} that do not overlap: keep one shape of it`),
      )
      return undefined
    }
    for (const said of shape.doubts) doubt(row, at(said))
    area = merged
  }
  if (isGarbledText(ward.name + ward.nameWelsh))
    doubt(
      rows[0] ?? 0,
      at('a name as people write it; it looks as if it had been read in another character set', 'ward_name'),
    )
  const isInside = centre !== undefined && isInArea(centre, area)
  if (centre && !isInside) doubt(rows[0] ?? 0, at('a centre inside the ward; one was computed', 'longitude, latitude'))
  const [longitude, latitude] = isInside ? centre : placeCentre(area)
  return { ...ward, longitude, latitude, geometry: makeGeometry(area) }
}

interface FileProblem {
  readonly problem: string
  readonly kind?: FaultKind
}

const collectionSchema = z.object({
  type: z.literal('FeatureCollection'),
  crs: z.unknown().optional(),
  features: z.array(
    z.object({ properties: z.record(z.string(), z.unknown()).nullish(), geometry: z.unknown().optional() }),
  ),
})
type Features = z.infer<typeof collectionSchema>['features']

const CONVERT = `Convert it with: ${convertWith()}`

async function readFeatures(file: InputFile): Promise<Features | FileProblem> {
  if (file.content !== 'text') return { problem: `The file is not GeoJSON. ${CONVERT}` }
  const parsed = await readJson(file)
  if ('problem' in parsed) return parsed
  const collection = collectionSchema.safeParse(parsed.json)
  if (!collection.success) return { problem: nameOtherFormat(parsed.json) }
  const { crs, features } = collection.data
  const foreign = findForeignSystem(crs)
  if (foreign !== undefined)
    return { problem: `The wards are in ${foreign}. They must be in WGS84 (longitude and latitude). ${CONVERT}` }
  if (features.length === 0) return { problem: 'The file holds no wards.', kind: 'no rows' }
  return features.length > MAX_FEATURES
    ? { problem: `The file holds more than ${MAX_FEATURES.toLocaleString('en-GB')} wards.` }
    : features
}

const esriSchema = z.union([
  z.object({ geometryType: z.string().startsWith('esri') }),
  z.object({ features: z.tuple([z.object({ attributes: z.object({}) })]).rest(z.unknown()) }),
])
const featureSchema = z.object({ type: z.literal('Feature') })
const topologySchema = z.object({ type: z.literal('Topology') })

function nameOtherFormat(json: unknown): string {
  if (topologySchema.safeParse(json).success)
    return `The file is TopoJSON, not GeoJSON. Convert it with: ${convertWith('-a_srs EPSG:4326')}`
  if (esriSchema.safeParse(json).success) return `The file is Esri JSON, not GeoJSON. ${CONVERT}`
  return `The file is not a GeoJSON FeatureCollection. ${CONVERT}`
}

async function readJson(file: InputFile): Promise<{ json: unknown } | FileProblem> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    let bytes = 0
    for await (const chunk of readBytes(file, () => {})) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) return { problem: `The file is larger than 200 MB. ${GENERALISED}` }
      text += decoder.decode(chunk, { stream: true })
    }
    text += decoder.decode()
  } catch (error) {
    return error instanceof TypeError
      ? { problem: 'The file is not in UTF-8. Save it in UTF-8.', kind: 'not UTF-8' }
      : readingProblem(error)
  }
  if (text === '') return { problem: EMPTY_FILE.wards, kind: 'no rows' }
  try {
    const json: unknown = JSON.parse(text)
    return { json }
  } catch (error) {
    const other = nameOtherText(text)
    if (other !== undefined) return { problem: `The file is ${other}, not GeoJSON. ${CONVERT}` }
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `The file is not valid JSON: ${reason}.` }
  }
}

/** What portals offer beside GeoJSON. */
function nameOtherText(text: string): string | undefined {
  if (text.trimStart().startsWith('<')) return 'XML, such as KML or GML'
  const line = text.slice(0, text.indexOf('\n')).replace('\u001E', '')
  return isFeature(line) ? 'GeoJSONSeq, a feature a line' : undefined
}

function isFeature(line: string): boolean {
  try {
    return featureSchema.safeParse(JSON.parse(line)).success
  } catch {
    return false
  }
}
