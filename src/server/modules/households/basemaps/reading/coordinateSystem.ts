/** ETRS89 (4258) differs from WGS84 by less than a metre. */
const DEGREES = /(^|[^a-z])CRS:?84h?$|^(GCS_)?(WGS[ _]?(19)?84|ETRS[ _]?(19)?89)$/i
/** Two and three dimensions of both. */
const DEGREES_CODES: ReadonlySet<string> = new Set(['4326', '4979', '4258', '4937'])
const PROJ = /^\+proj=longlat \+(datum=WGS84|ellps=(WGS84|GRS80))\b/i
const WELL_KNOWN_TEXT = /^GEO(GCS|GCRS|DCRS|DETICCRS|GRAPHICCRS)\["(GCS_)?(WGS[ _]?(19)?84|ETRS[ _]?(19)?89)"/i

const MAX_NAME = 100

/** Undefined for WGS84 degrees, however their name is written: as GDAL, QGIS, ArcGIS and GeoServer do, or by a link. */
export function findForeignSystem(crs: unknown): string | undefined {
  if (crs === undefined || crs === null) return undefined
  const names = namesIn(crs)
  const [name] = names
  if (name === undefined) return 'a coordinate system that it does not name'
  return names.some(isDegrees) ? undefined : name.slice(0, MAX_NAME)
}

function isDegrees(name: string): boolean {
  if (DEGREES.test(name) || PROJ.test(name) || WELL_KNOWN_TEXT.test(name)) return true
  // Versions of registers have no four digits.
  const codes = name.length <= MAX_NAME ? name.split(/\D/).filter((digits) => digits.length >= 4) : []
  return codes.length === 1 && codes.every((code) => DEGREES_CODES.has(code))
}

const MEMBERS = ['properties', 'name', 'code', 'href', 'urn', 'init', 'id', 'wkid', 'latestWkid'] as const
const MAX_DEPTH = 4

/** Under the members that name one, the outermost first; a number is a code of EPSG. */
function namesIn(crs: unknown, depth = 0): string[] {
  if (typeof crs === 'string') return [crs.trim()]
  if (typeof crs === 'number') return [`EPSG:${crs}`]
  if (typeof crs !== 'object' || crs === null || depth > MAX_DEPTH) return []
  const members = new Map<string, unknown>(Object.entries(crs))
  return MEMBERS.flatMap((member) => {
    const names = namesIn(members.get(member), depth + 1)
    return member === 'code' ? names.map((name) => (/^\d+$/.test(name) ? `EPSG:${name}` : name)) : names
  })
}

/** Makes GeoJSON in WGS84. */
export const convertWith = (options = '-t_srs EPSG:4326'): string =>
  `ogr2ogr -f GeoJSON ${options} -lco RFC7946=YES out.geojson in.geojson`
