import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { backUp } from '../backup/backup'
import { parseDomain } from '../../modules/organisations/organisations/service'
import { addDomain } from '../../modules/organisations/organisations/repo'
import type { Services } from '../../services'
import { organisationCalled, type RegisterCommand } from './command'
import { promisesIss, readIssuerOptions, registerThere, withIssuerOptions } from './issuerOptions'

const EMBEDDED = {
  issuer: null,
  clientId: null,
  clientSecret: null,
  sendsIss: false,
  trustsEmailDomains: false,
  strengths: [],
}

/** `identity <slug> …` and `organisation add-domain <slug> <domain>` */
export const organisationCommands: RegisterCommand = (program, withServices) => {
  withIssuerOptions(program.command('identity <slug>'))
    .description("have an organisation's people sign in with its own OpenID Connect provider")
    .option('--embedded', 'go back to the built-in sign-in page')
    .action((slug: string, raw: { embedded?: true }) =>
      withServices(async ({ organisations, identity, config }) => {
        const { id } = await organisationCalled(organisations, slug)
        if (raw.embedded) {
          const { name } = await identity.setOrganisations(slug, EMBEDDED)
          console.log(`People of ${name} sign in on the built-in page.`)
          return
        }
        const given = await readIssuerOptions(raw, '--embedded')
        const domains = await organisations.domainsOf(id)
        if (given.trustsEmailDomains && domains.length === 0) {
          throw new Error(
            `No e-mail domain is registered to trust it for. Register one: organisation add-domain ${slug} <domain>`,
          )
        }
        const settings = { ...given, sendsIss: await promisesIss(given) }
        const { name } = await identity.setOrganisations(slug, settings)
        console.log(`People of ${name} sign in with ${settings.issuer}. ${registerThere(config, slug, settings)}`)
        if (settings.trustsEmailDomains)
          console.log(`Its word is taken for addresses at ${domains.join(', ')}, and at no other domain.`)
      }),
    )

  const organisation = program.command('organisation').description('what is known of an organisation')
  organisation
    .command('add-domain <slug> <domain>')
    .description('let people with this e-mail domain find the organisation on the login page')
    .action((slug: string, given: string) =>
      withServices(async ({ database, organisations }) => {
        const domain = parseDomain(given)
        if (!domain) throw new Error(`${given} is not an email domain.`)
        const { id, name } = await organisationCalled(organisations, slug)
        await database.asSystem((tx) => addDomain(tx, id, domain))
        console.log(`People with an address at ${domain} now find ${name} on the login page.`)
      }),
    )

  organisation
    .command('remove <slug>')
    .description('remove an organisation that leaves, with everything that is held of it')
    .option('--export <folder>', 'first write all of it into a new folder')
    .option('--without-export', 'nothing of it is needed any more')
    .option('--yes', 'do not ask for its name again')
    .action((slug: string, given: { export?: string; withoutExport?: true; yes?: true }) =>
      withServices(async (services) => {
        const { id, name } = await organisationCalled(services.organisations, slug)
        if ((given.export === undefined) === (given.withoutExport === undefined))
          throw new Error('Say where what is held of it goes first: --export <folder>, or --without-export.')
        if (!given.yes && (await asked(`All of ${name} will be removed for good. Write ${slug} again: `)) !== slug)
          throw new Error('Nothing was removed.')
        if (given.export !== undefined) await exportOrganisation(services, id, resolve(given.export))
        await services.offboarding.remove(id)
        console.log(
          `${name} was removed: its records, files, queued work and sessions. Backups from before still hold it: delete ` +
            'them when their time is over, and versions that the bucket keeps.',
        )
      }),
    )
}

async function exportOrganisation(services: Services, id: string, folder: string): Promise<void> {
  const { database, config, files, offboarding, snapshotStore } = services
  const only = { id, files, keys: await offboarding.files(id) }
  const { rows, snapshots } = await backUp(database, config.dataFolder, folder, snapshotStore, only)
  console.log(
    `Exported ${rows.toLocaleString('en-GB')} records, ${snapshots} months and ${only.keys.length} files to ${folder}. It holds personal data.`,
  )
}

async function asked(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask at: say --yes. Nothing was removed.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}
