import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { OrganisationsService } from '../../modules/organisations/organisations/service'
import type { Organisation } from '../../modules/organisations/organisations/repo'
import type { Services } from '../../services'

/** Opens the services without the queue's workers, and closes them after the work. */
export type WithServices = (work: (services: Services) => Promise<void>) => Promise<void>

/** An action prints what it did, or throws an Error with one clear sentence (exit code 1). */
export type RegisterCommand = (program: Command, withServices: WithServices) => void

/** The error for an unknown slug. */
export const noOrganisation = (slug: string) => new Error(`There is no organisation called ${slug}.`)

/** @throws Error in one sentence for an unknown slug */
export async function organisationCalled(organisations: OrganisationsService, slug: string): Promise<Organisation> {
  const found = await organisations.findBySlug(slug)
  if (!found) throw noOrganisation(slug)
  return found
}

/**
 * Reads a secret from a file, or standard input for `-`: other users of the machine see arguments.
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
