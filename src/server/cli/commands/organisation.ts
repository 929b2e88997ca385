import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { backUp } from '../backup/backup'
import { ensureOrganisation, parseDomain } from '../../modules/organisations/organisations/service'
import { addDomain } from '../../modules/organisations/organisations/repo'
import type { Services } from '../../services'
import {
  DEMO_CLOSED,
  nextSteps,
  organisationCalled,
  parseEmailDomain,
  parseSlug,
  type RegisterCommand,
} from './command'
import { readIssuerOptions, registerThere, tryIssuer, withIssuerOptions } from './issuerOptions'

const EMBEDDED = {
  issuer: null,
  clientId: null,
  clientSecret: null,
  clientSecretEnds: null,
  sendsIss: false,
  trustsEmailDomains: false,
  strengths: [],
}

/** `identity <slug> …` and `organisation …` */
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
        const { sendsIss, remarks } = await tryIssuer(given, config, slug)
        const settings = { ...given, sendsIss }
        const { name } = await identity.setOrganisations(slug, settings)
        console.log(`People of ${name} sign in with ${settings.issuer}. ${registerThere(config, slug, settings)}`)
        for (const remark of remarks) console.log(remark)
        if (settings.trustsEmailDomains)
          console.log(`Its word is taken for addresses at ${domains.join(', ')}, and at no other domain.`)
      }),
    )

  const organisation = program.command('organisation').description('what is known of an organisation')
  organisation
    .command('add')
    .argument('<slug>', 'lower-case letters, digits and hyphens', parseSlug)
    .description('make an organisation, whose administrators hand over its first month in Settings')
    .requiredOption('--name <name>', 'its name as people read it')
    .requiredOption('--domain <email domain>', 'the e-mail domain of its people', parseEmailDomain)
    .action((slug: string, given: { name: string; domain: string }) =>
      withServices(async ({ database, organisations }) => {
        const name = given.name.trim()
        if (name === '') throw new Error('Its name is empty.')
        await database.asSystem(async (tx) => {
          const { isNew } = await ensureOrganisation(tx, { slug, name, domain: given.domain })
          if (!isNew) throw new Error(`There is an organisation called ${slug} already. Nothing was changed.`)
        })
        console.log(`${name} (${slug}) is a new organisation. ${nextSteps(slug)}`)
        if ((await organisations.kinds()).demo) console.log(DEMO_CLOSED)
      }),
    )

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
  const { database, config, secrets, files, offboarding, snapshotStore } = services
  const only = { id, files, keys: await offboarding.files(id) }
  const { rows, snapshots } = await backUp(
    { database, dataFolder: config.dataFolder, secrets, bucket: snapshotStore },
    folder,
    only,
  )
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
