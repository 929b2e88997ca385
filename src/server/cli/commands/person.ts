import type { Command } from 'commander'
import { z } from 'zod'
import { ROLES, roleSchema } from '#contract/organisations/session'
import { isPublished } from '../../demo/authorities/councils'
import { COMMAND_LINE } from '../../modules/organisations/audit/service'
import { parseDomain } from '../../modules/organisations/organisations/service'
import { PROVIDER_SLUG } from '../../modules/organisations/provider/service'
import type { Services } from '../../services'
import { organisationCalled, readSecret, type RegisterCommand, type WithServices } from './command'
import { grantable, registerSignInRules } from './signInRules'

const MINIMUM_PASSWORD = 10

const optionsSchema = z.object({
  organisation: z.string().optional(),
  role: roleSchema,
  firstName: z.string().trim().max(100).optional(),
  lastName: z.string().trim().max(100).optional(),
  password: z.string().min(MINIMUM_PASSWORD).max(200).optional(),
})

/** `person …` and `user add`. */
export const personCommands: RegisterCommand = (program, withServices) => {
  const person = program.command('person').description('people who may sign in')
  registerAdd(person, withServices)
  registerAdd(program.command('user').description('the same as person add'), withServices)
  registerList(person, withServices)
  registerRole(person, withServices)
  registerRemove(person, withServices)
  registerEndSessions(person, withServices)
  registerSetPassword(person, withServices)
  registerSignInRules(person, withServices)
}

interface Place {
  readonly organisation?: string
}

const withOrganisation = (command: Command): Command =>
  command.option('--organisation <slug>', "where they work; left out: the provider's staff")

function registerAdd(parent: Command, withServices: WithServices): void {
  parent
    .command('add <email>')
    .description('let somebody sign in')
    .option('--organisation <slug>', 'where they work; a SuperAdmin works for the provider and may sign in to all')
    .requiredOption('--role <role>', ROLES.join(', '))
    .option('--first-name <name>', 'first name', '')
    .option('--last-name <name>', 'last name', '')
    .option(
      '--password-file <file>',
      'only for organisations without an identity provider of their own: a file that holds the password, or - for standard input',
    )
    .option('--password <password>', 'the password itself, which other users of this machine can see while this runs')
    .action(
      (given: string, { passwordFile, ...raw }: { passwordFile?: string; password?: string; organisation?: string }) =>
        withServices(async (services) => {
          const { organisations, people, provider } = services
          const email = z.email().max(254).safeParse(given.trim())
          if (!email.success) throw new Error(`${given} is not an email address.`)
          const password = passwordFile ? await readSecret(passwordFile, 'password') : raw.password
          const { organisation: slug, ...options } = parseOptions({ ...raw, password }, [
            nameIn(email.data),
            raw.organisation ?? '',
          ])
          const isStaff = options.role === 'SuperAdmin'
          if (!isStaff && !slug) throw new Error('Say where they work: --organisation <slug>.')
          const organisation = slug ? await organisationCalled(organisations, slug) : undefined
          const organisationId = isStaff ? null : (organisation?.id ?? null)
          await people.invite({ ...COMMAND_LINE, organisationId }, { email: email.data, ...options })
          const where = isStaff ? 'every organisation' : organisation?.name
          console.log(`${email.data} may now sign in to ${where} as ${options.role}.`)
          // The login page finds the issuer by the address's domain.
          const domain = parseDomain(email.data.split('@').at(-1) ?? '')
          const found = domain ? await organisations.findByDomain(domain) : []
          const wanted = !isStaff ? organisation?.slug : (await provider.identity()) ? PROVIDER_SLUG : found[0]?.slug
          if (!found.some(({ slug: one }) => one === wanted)) {
            const cure = wanted === PROVIDER_SLUG ? 'provider identity … --domain' : 'organisation add-domain <slug>'
            console.log(`Note: the login page does not know ${domain}. Add it with: ${cure} ${domain}`)
          }
        }),
    )
}

function registerList(person: Command, withServices: WithServices): void {
  withOrganisation(person.command('list'))
    .description('who may sign in, with their role and their last sign-in')
    .action((options: Place) =>
      withServices(async (services) => {
        const { organisationId, name } = await findPlace(services, options)
        const people = await services.people.list(organisationId)
        if (people.length === 0) console.log(`Nobody may sign in for ${name}.`)
        for (const { email, role, role_from_groups, last_signed_in_at, is_signed_in } of people) {
          const from = role_from_groups ? ' (from groups)' : ''
          const last = is_signed_in ? 'signed in now' : (last_signed_in_at ?? 'never signed in')
          console.log([email, role + from, last].join('\t'))
        }
      }),
    )
}

function registerRole(person: Command, withServices: WithServices): void {
  person
    .command('role <email> <role>')
    .description('change what somebody may do')
    .requiredOption('--organisation <slug>', 'where they work')
    .action((email: string, role: string, options: Place) =>
      withServices(async (services) => {
        const given = grantable(role)
        const { found, by, name } = await personAt(services, email, options)
        await services.people.changeRole(by, found.id, given)
        console.log(`${found.email} is now ${given} of ${name}.`)
        await sayWithoutAdministrator(services, by.organisationId, name)
      }),
    )
}

function registerRemove(person: Command, withServices: WithServices): void {
  withOrganisation(person.command('remove <email>'))
    .description('let somebody sign in no more; their sessions end at once')
    .action((email: string, options: Place) =>
      withServices(async (services) => {
        const { found, by, name } = await personAt(services, email, options)
        const ended = await services.people.remove(by, found.id)
        console.log(`${found.email} may no longer sign in to ${name}. Sessions ended: ${ended}.`)
        await sayWithoutAdministrator(services, by.organisationId, name)
      }),
    )
}

function registerEndSessions(person: Command, withServices: WithServices): void {
  withOrganisation(person.command('end-sessions <email>'))
    .description("end somebody's sessions at once; they may sign in again")
    .action((email: string, options: Place) =>
      withServices(async (services) => {
        const { found, by } = await personAt(services, email, options)
        console.log(`Sessions of ${found.email} ended: ${await services.people.endSessions(by, found.id)}.`)
      }),
    )
}

function registerSetPassword(person: Command, withServices: WithServices): void {
  withOrganisation(person.command('set-password <email>'))
    .description('for the built-in sign-in page, which organisations without an identity provider of their own use')
    .requiredOption('--password-file <file>', 'a file that holds the password, or - for standard input')
    .action((email: string, options: Place & { passwordFile: string }) =>
      withServices(async (services) => {
        const { found, by } = await personAt(services, email, options)
        const { password = '' } = parseOptions(
          {
            role: found.role,
            password: await readSecret(options.passwordFile, 'password'),
          },
          [nameIn(found.email), options.organisation ?? ''],
        )
        await services.people.setPassword(by, found.id, password)
        console.log(`${found.email} has a new password, and signs in again.`)
      }),
    )
}

async function findPlace({ organisations }: Services, { organisation: slug }: Place) {
  if (slug === undefined) return { organisationId: null, name: 'the provider' }
  const { id, name } = await organisationCalled(organisations, slug)
  return { organisationId: id, name }
}

async function personAt(services: Services, email: string, place: Place) {
  const { organisationId, name } = await findPlace(services, place)
  const found = (await services.people.list(organisationId)).find(
    (one) => one.email.toLowerCase() === email.toLowerCase(),
  )
  if (!found) throw new Error(`${email} is not one of the people of ${name}.`)
  return { found, name, by: { ...COMMAND_LINE, organisationId } }
}

async function sayWithoutAdministrator(
  { people }: Services,
  organisationId: string | null,
  name: string,
): Promise<void> {
  const listed = await people.list(organisationId)
  if (!listed.some(({ role }) => role !== 'Viewer')) console.log(`Note: ${name} has no administrator now.`)
}

const nameIn = (email: string) => email.slice(0, email.indexOf('@'))

/** Commonly guessed: docs/operating.md#commands names them. */
const TRIED_FIRST = ['password', 'doorstep', 'council', 'welcome', 'letmein', 'qwerty', '12345']

function parseOptions(raw: unknown, known: readonly string[]): z.infer<typeof optionsSchema> {
  const parsed = optionsSchema.safeParse(raw)
  if (parsed.success) {
    const { password = '' } = parsed.data
    if (isPublished(password)) {
      throw new Error('This password is published with the demo, so that everybody knows it. Choose another.')
    }
    const easy = [...TRIED_FIRST, ...known.filter((word) => word.length > 3)].find((word) =>
      password.toLowerCase().includes(word.toLowerCase()),
    )
    if (easy !== undefined) throw new Error(`A password with “${easy}” in it is guessed first. Choose another.`)
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
