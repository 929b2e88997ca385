import { parseDomain } from '../modules/organisations/service'
import { addDomain } from '../modules/organisations/repo'
import { organisationCalled, type RegisterCommand } from './command'
import { promisesIss, readIssuerOptions, registerThere, withIssuerOptions } from './issuerOptions'

const EMBEDDED = { issuer: null, clientId: null, clientSecret: null, sendsIss: false, trustsEmailDomains: false }

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

  program
    .command('organisation')
    .description('what is known of an organisation')
    .command('add-domain <slug> <domain>')
    .description('let people with this e-mail domain find the organisation on the login page')
    .action((slug: string, given: string) =>
      withServices(async ({ database, organisations }) => {
        const domain = parseDomain(given)
        if (!domain) throw new Error(`${given} is not an email domain.`)
        const organisation = await organisationCalled(organisations, slug)
        await database.asSystem((tx) => addDomain(tx, organisation.id, domain))
        console.log(`People with an address at ${domain} now find ${organisation.name} on the login page.`)
      }),
    )
}
