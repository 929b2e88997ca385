import { z } from 'zod'
import { isThisMachine } from '../config'
import { parseDomain } from '../modules/organisations/service'
import { addDomain, setIssuer } from '../modules/organisations/repo'
import { noOrganisation, organisationCalled, type RegisterCommand } from './command'

const issuerSchema = z.object({
  issuer: z.url({ protocol: /^https?$/ }).optional(),
  clientId: z.string().min(1).optional(),
  clientSecret: z.string().min(1).optional(),
  embedded: z.boolean().optional(),
})

/** `identity <slug> …` and `organisation add-domain <slug> <domain>` */
export const organisationCommands: RegisterCommand = (program, withServices) => {
  program
    .command('identity <slug>')
    .description("have an organisation's people sign in with its own OpenID Connect provider")
    .option('--issuer <address>', "the provider's issuer address, as in its discovery document")
    .option('--client-id <id>', 'what the provider calls Doorstep')
    .option('--client-secret <secret>', 'left out for a public client')
    .option('--embedded', 'go back to the embedded provider of the demo')
    .action((slug: string, raw: unknown) =>
      withServices(async ({ database, config }) => {
        const parsed = issuerSchema.safeParse(raw)
        if (!parsed.success) throw new Error('The issuer must be an https address.')
        const { issuer, clientId, clientSecret, embedded } = parsed.data
        if (!embedded && !(issuer && clientId)) throw new Error('Give --issuer and --client-id, or --embedded.')
        if (issuer && !isPrivate(new URL(issuer))) throw new Error('The issuer must be an https address.')
        const settings = embedded
          ? { issuer: null, clientId: null, clientSecret: null }
          : { issuer: issuer ?? null, clientId: clientId ?? null, clientSecret: clientSecret ?? null }
        const [changed] = await database.asSystem((tx) => setIssuer(tx, slug, settings))
        if (!changed) throw noOrganisation(slug)
        console.log(
          embedded
            ? `People of ${changed.name} sign in with the embedded provider.`
            : `People of ${changed.name} sign in with ${issuer}. Register there the redirect address ` +
                `${config.publicUrl}/backend/auth/callback and the post-logout address ${config.publicUrl}/login.`,
        )
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

/** Nobody in between: TLS, or this machine. */
const isPrivate = (address: URL): boolean => address.protocol === 'https:' || isThisMachine(address)
