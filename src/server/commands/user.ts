import { z } from 'zod'
import { ROLES, roleSchema } from '#contract/session'
import { isPublished } from '../demo/authorities/councils'
import { parseDomain } from '../modules/organisations/service'
import { PROVIDER_SLUG } from '../modules/provider/service'
import { organisationCalled, type RegisterCommand } from './command'

const MINIMUM_PASSWORD = 10

const optionsSchema = z.object({
  organisation: z.string().optional(),
  role: roleSchema,
  firstName: z.string().trim().max(100).optional(),
  lastName: z.string().trim().max(100).optional(),
  password: z.string().min(MINIMUM_PASSWORD).max(200).optional(),
})

/** `user add <email> --organisation <slug> --role <role> …` */
export const userCommand: RegisterCommand = (program, withServices) => {
  program
    .command('user')
    .description('people who may sign in')
    .command('add <email>')
    .description('let somebody sign in')
    .option('--organisation <slug>', 'where they work; a SuperAdmin works for the provider and may sign in to all')
    .requiredOption('--role <role>', ROLES.join(', '))
    .option('--first-name <name>', 'first name', '')
    .option('--last-name <name>', 'last name', '')
    .option('--password <password>', 'only for organisations without an identity provider of their own')
    .action((given: string, raw: unknown) =>
      withServices(async ({ organisations, people, provider }) => {
        const email = z.email().max(254).safeParse(given.trim())
        if (!email.success) throw new Error(`${given} is not an email address.`)
        const options = parseOptions(raw)
        const isStaff = options.role === 'SuperAdmin'
        if (!isStaff && !options.organisation) throw new Error('Say where they work: --organisation <slug>.')
        const organisation = options.organisation
          ? await organisationCalled(organisations, options.organisation)
          : undefined
        await people.add({
          email: email.data,
          organisationId: isStaff ? null : (organisation?.id ?? null),
          role: options.role,
          firstName: options.firstName,
          lastName: options.lastName,
          password: options.password,
        })
        const where = isStaff ? 'every organisation' : organisation?.name
        console.log(`${email.data} may now sign in to ${where} as ${options.role}.`)
        // The login page asks for the address first, and finds by its domain where to sign in.
        const domain = parseDomain(email.data.split('@').at(-1) ?? '')
        const found = domain ? await organisations.findByDomain(domain) : []
        const wanted = !isStaff ? organisation?.slug : (await provider.identity()) ? PROVIDER_SLUG : found[0]?.slug
        if (!found.some(({ slug }) => slug === wanted)) {
          const cure = wanted === PROVIDER_SLUG ? 'provider identity … --domain' : 'organisation add-domain <slug>'
          console.log(`Note: the login page does not know ${domain}. Add it with: ${cure} ${domain}`)
        }
      }),
    )
}

function parseOptions(raw: unknown): z.infer<typeof optionsSchema> {
  const parsed = optionsSchema.safeParse(raw)
  if (parsed.success) {
    if (parsed.data.password !== undefined && isPublished(parsed.data.password)) {
      throw new Error('This password is published with the demo, so that everybody knows it. Choose another.')
    }
    return parsed.data
  }
  switch (parsed.error.issues[0]?.path[0]) {
    case 'role':
      throw new Error(`The role must be one of: ${ROLES.join(', ')}.`)
    case 'password':
      throw new Error(`The password must have at least ${MINIMUM_PASSWORD} characters.`)
    default:
      throw new Error('A name must have at most 100 characters.')
  }
}
