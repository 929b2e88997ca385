import { z } from 'zod'

/** ETRS89 (4258) differs from WGS84 by less than a metre. */
const DEGREES = /(^|[:/])(CRS84h?|4326|4258)(\/(proj4|ogcwkt|esriwkt)?\/?)?$|^(WGS ?84|ETRS89)$/i

const MAX_NAME = 100

/** As GDAL, by code as old GeoServers, by link, or as text. */
const crsSchema = z.union([
  z.string(),
  z.object({ properties: z.object({ name: z.string() }) }).transform(({ properties }) => properties.name),
  z
    .object({ properties: z.object({ code: z.union([z.string(), z.number()]) }) })
    .transform(({ properties }) => `EPSG:${properties.code}`),
  z.object({ properties: z.object({ href: z.string() }) }).transform(({ properties }) => properties.href),
])

/** Undefined for WGS84 degrees. */
export function findForeignSystem(crs: unknown): string | undefined {
  if (crs === undefined || crs === null) return undefined
  const { data: name } = crsSchema.safeParse(crs)
  if (name === undefined) return 'a coordinate system that it does not name'
  return DEGREES.test(name) ? undefined : name.slice(0, MAX_NAME)
}

/** Makes GeoJSON in WGS84. */
export const convertWith = (options = '-t_srs EPSG:4326'): string =>
  `ogr2ogr -f GeoJSON ${options} -lco RFC7946=YES out.geojson in.geojson`
