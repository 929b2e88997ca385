import { z } from 'zod'
import { Fault } from '../../http/faults'
import { COMMAND_LINE } from '../../modules/organisations/audit/service'
import { readThemes } from '../../modules/households/basemaps/reading/read'
import { findBounds, type GeoBounds } from '../../modules/households/snapshots/importing/bounds'
import type { Services } from '../../services'
import { organisationCalled, type RegisterCommand } from './command'

const paths = z.array(z.string()).default([])

const optionsSchema = z.object({
  roads: paths,
  railways: paths,
  water: paths,
  green: paths,
  builtUp: paths,
  places: paths,
  attribution: z.string().trim().min(1).max(500).optional(),
  remove: z.boolean().default(false),
})

/** Required by the licence of OS OpenData. */
const defaultAttribution = () => `Contains OS data © Crown copyright and database right ${new Date().getFullYear()}`

const KILOMETRES_AROUND = 15

/** `basemap <slug> --roads … --water … --green … --built-up … --places …` */
export const basemapCommand: RegisterCommand = (program, withServices) => {
  program
    .command('basemap <slug>')
    .description("give an organisation's map streets of its own, from GeoJSON in WGS84; replaces those before")
    .option('--roads <file...>', 'lines; points with a name are drawn as names')
    .option('--railways <file...>', 'lines; points with a name are drawn as stations')
    .option('--water <file...>', 'lines and areas')
    .option('--green <file...>', 'areas')
    .option('--built-up <file...>', 'areas')
    .option('--places <file...>', 'points with a name')
    .option('--attribution <text>', 'what the licences of the data ask the map to say; by default that of OS OpenData')
    .option('--remove', 'forget them')
    .action(async (slug: string, given: unknown) => {
      const parsed = optionsSchema.safeParse(given)
      if (!parsed.success) throw new Error('The attribution must be a text of 500 characters at most.')
      const { attribution = defaultAttribution(), remove, ...files } = parsed.data
      const isEmpty = Object.values(files).every(({ length }) => length === 0)
      if (isEmpty !== remove)
        throw new Error('Give at least one file, such as --roads roads.geojson, or --remove and no file.')
      await withServices(async (services) => {
        const { basemaps, audit, organisations } = services
        const { id, name } = await organisationCalled(organisations, slug)
        const actor = { ...COMMAND_LINE, organisationId: id }
        if (remove) {
          if (!(await basemaps.remove(id))) return console.log(`${name} had no streets of its own.`)
          await audit.record(actor, 'basemap', 'removed')
          return console.log(`${name} has no streets of its own any more.`)
        }
        const features = await readThemes(files, await boundsOfWards(services, id))
        await basemaps.replace(id, { attribution, features })
        await audit.record(actor, 'basemap', 'replaced', features.length)
        console.log(
          `The map of ${name} has streets now: ${features.length.toLocaleString('en-GB')} lines, areas and names.`,
        )
        console.log(`It says: ${attribution}`)
      })
    })
}

async function boundsOfWards({ snapshots }: Services, organisationId: string): Promise<GeoBounds | undefined> {
  try {
    const { wards } = await snapshots.latest(organisationId)
    return findBounds(wards, KILOMETRES_AROUND)
  } catch (error) {
    if (error instanceof Fault && error.status === 404) return undefined
    throw error
  }
}
