import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { InvalidArgumentError, type Command } from 'commander'
import { COMMAND_PREFIX } from '../../lib/commandLine'
import { parseDomain, type OrganisationsService } from '../../modules/organisations/organisations/service'
import { PROVIDER_SLUG } from '../../modules/organisations/provider/service'
import type { Organisation } from '../../modules/organisations/organisations/repo'
import type { Services } from '../../services'

interface Opening {
  /** For when the owner migrates, or the records' key is lost. */
  readonly isUnchecked?: boolean
}

/**
 * Opens the services without queue workers.
 * @throws OperatorFault for a login that does not serve, or without the records' key, unless unchecked
 */
export type WithServices = (work: (services: Services) => Promise<void>, opening?: Opening) => Promise<void>

/** Prints what it did, or throws an Error with one sentence (exit code 1). */
export type RegisterCommand = (program: Command, withServices: WithServices) => void

/** Printed with the first organisation that is not the demo's. */
export const DEMO_CLOSED =
  'The demo’s accounts cannot sign in here any more, because their password is published and real data are here.'

/** Printed with a new organisation. */
export const nextSteps = (slug: string): string =>
  `Next, let an administrator in: ${COMMAND_PREFIX} person add <email> --organisation ${slug} --role OrganisationAdmin\n` +
  `Without this it makes no campaigns: ${COMMAND_PREFIX} campaigns enable ${slug}`

/** The error for an unknown slug. */
export const noOrganisation = (slug: string) => new Error(`There is no organisation called ${slug}.`)

/** @throws Error in one sentence for an unknown slug */
export async function organisationCalled(organisations: OrganisationsService, slug: string): Promise<Organisation> {
  const found = await organisations.findBySlug(slug)
  if (!found) throw noOrganisation(slug)
  return found
}

/** A new organisation's slug. @throws InvalidArgumentError */
export function parseSlug(value: string): string {
  if (value === PROVIDER_SLUG) throw new InvalidArgumentError('It stands for the provider itself. Choose another.')
  if (value.length <= 63 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)) return value
  throw new InvalidArgumentError('Write it in lower-case letters, digits and hyphens, such as northmere.')
}

/** @throws InvalidArgumentError */
export function parseEmailDomain(value: string): string {
  const domain = parseDomain(value)
  if (domain === undefined) throw new InvalidArgumentError('It is not an e-mail domain, such as northmere.example.')
  return domain
}

/**
 * From a file, or standard input for `-`: other users see arguments.
 * @param what names it in the error
 * @throws Error in one sentence
 */
export async function readSecret(file: string, what: string): Promise<string> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(() => {
    throw new Error(`The file ${file} cannot be read.`)
  })
  const secret = content.trim()
  if (secret === '' || secret.length > 1_000)
    throw new Error(`${file === '-' ? 'Standard input' : `The file ${file}`} holds no ${what}.`)
  return secret
}

/** "1 record", "2,000 records". */
export const countWords = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? noun : plural}`
