import cliProgress from 'cli-progress'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { COMMAND_LINE } from '../../modules/organisations/audit/service'
import type { OrganisationsService } from '../../modules/organisations/organisations/service'
import { firstOfMonth, importSnapshot } from '../../modules/households/imports/importSnapshot'
import { ImportFaults, type ImportProgress } from '../../modules/households/imports/report'
import { renderFaults, renderReport } from '../../modules/households/imports/renderReport'
import {
  DEMO_CLOSED,
  nextSteps,
  organisationCalled,
  parseEmailDomain,
  parseSlug,
  type RegisterCommand,
} from './command'

const optionsSchema = z.object({
  organisation: z.string(),
  name: z.string().trim().min(1).optional(),
  domain: z.string().optional(),
  localAuthority: z.tuple([z.string(), z.string()]).optional(),
  snapshot: z.string(),
  wards: z.string(),
  households: z.string(),
  contacts: z.string().optional(),
  acceptLoss: z.boolean().default(false),
})

/** `import --organisation <slug> …` */
export const importCommand: RegisterCommand = (program, withServices) => {
  program
    .command('import')
    .description("take an organisation's month of households, all of it or nothing")
    .requiredOption('--organisation <slug>', 'the organisation; it is made when it is new', parseSlug)
    .option('--name <name>', 'its name as people read it, where it is new')
    .option('--domain <email domain>', 'the e-mail domain of its people, where it is new', parseEmailDomain)
    .option('--local-authority <code and name...>', 'two words, for wards whose file does not name it')
    .requiredOption('--snapshot <yyyy-mm-dd>', 'the month that the households are of', parseMonth)
    .requiredOption('--wards <file>', 'GeoJSON')
    .requiredOption('--households <file>', 'CSV, CSV.gz or Parquet')
    .option('--contacts <file>', 'CSV or CSV.gz')
    .option('--accept-loss', 'also where most contacts go, or nearly all references are new')
    .action(async (given: unknown) => {
      const parsed = optionsSchema.safeParse(given)
      if (!parsed.success) {
        const name = String(parsed.error.issues[0]?.path[0] ?? '')
        throw new Error(
          name === 'localAuthority'
            ? 'Give --local-authority two values, its code and its name: --local-authority E08000009 "Trafford".'
            : `The option --${name} is not valid.`,
        )
      }
      const options = parsed.data
      await withServices(async ({ audit, database, config, imports, organisations, snapshots, snapshotStore }) => {
        const impossibility = imports.findImpossibility(options.snapshot)
        if (impossibility !== undefined) throw new Error(`${impossibility} Nothing was imported.`)
        const { id, ...organisation } = await findOrganisation(options, organisations)
        const before = id === undefined ? undefined : await snapshots.files.findToCompare(id, options.snapshot)
        const [code, name] = options.localAuthority ?? []
        const bar = showProgress()
        const stopped = new AbortController()
        const stop = (signal: NodeJS.Signals) =>
          stopped.abort(new Error(`The import was stopped by ${signal}. Nothing was changed; run it again.`))
        const signals = ['SIGTERM', 'SIGINT'] as const
        for (const signal of signals) process.once(signal, stop)
        try {
          const report = await importSnapshot(
            {
              into: { database, dataFolder: config.dataFolder, store: snapshotStore },
              organisation,
              month: options.snapshot,
              wardsFile: options.wards,
              householdsFile: options.households,
              contactsFile: options.contacts,
              localAuthority: code && name ? { code, name } : before?.localAuthority,
              fileBefore: before?.path,
              acceptsLosses: options.acceptLoss,
              signal: stopped.signal,
            },
            bar.update,
          )
          bar.stop()
          const { id: organisationId } = await organisationCalled(organisations, options.organisation)
          const by = { ...COMMAND_LINE, organisationId }
          await audit.record(by, 'month_published', options.snapshot, report.householdCount)
          for (const line of renderReport(report)) console.log(line)
          if (report.organisation.isNew) console.log(nextSteps(options.organisation))
          if ((await organisations.kinds()).demo) console.log(DEMO_CLOSED)
        } catch (error) {
          bar.stop()
          if (error instanceof ImportFaults) {
            for (const line of renderFaults([...error.faults, ...error.warnings])) console.error(line)
            console.error()
          }
          throw error
        } finally {
          for (const signal of signals) process.off(signal, stop)
        }
      })
    })
}

async function findOrganisation(
  { organisation: slug, name, domain }: z.infer<typeof optionsSchema>,
  organisations: OrganisationsService,
) {
  const found = await organisations.findBySlug(slug)
  if (found) return { id: found.id, slug, name: found.name, domain: domain ?? null }
  if (name === undefined || domain === undefined)
    throw new Error(`There is no organisation called ${slug}. Give --name and --domain to make it.`)
  return { id: undefined, slug, name, domain }
}

function parseMonth(value: string): string {
  try {
    return firstOfMonth(value)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function showProgress(): { update: (at: ImportProgress) => void; stop: () => void } {
  if (!process.stderr.isTTY) {
    let last = ''
    return {
      update({ doing }) {
        if (doing !== last) console.error(`${doing} …`)
        last = doing
      },
      stop: () => {},
    }
  }
  const bar = new cliProgress.SingleBar(
    { format: '{bar} {percentage}% {doing}', hideCursor: true, clearOnComplete: true, stopOnComplete: false },
    cliProgress.Presets.shades_classic,
  )
  bar.start(100, 0, { doing: '' })
  return { update: ({ doing, fraction }) => bar.update(Math.round(fraction * 100), { doing }), stop: () => bar.stop() }
}
