import type { Command } from 'commander'
import type { Organisation, OrganisationService } from '../modules/organisations/service'
import type { Services } from '../services'

/** Opens the records, does the work, closes them. The queue's workers are not started. */
export type WithServices = (work: (services: Services) => Promise<void>) => Promise<void>

/**
 * Adds one command to the program. Its action ends by printing what it did, and throws an Error
 * with one clear sentence when it could not: that is printed, and the exit code is 1.
 */
export type RegisterCommand = (program: Command, withServices: WithServices) => void

/** What every command says of a slug that leads nowhere. */
export const noOrganisation = (slug: string) => new Error(`There is no organisation called ${slug}.`)

/** @throws Error in one sentence when there is none of that slug. */
export async function organisationCalled(organisations: OrganisationService, slug: string): Promise<Organisation> {
  const found = await organisations.findBySlug(slug)
  if (!found) throw noOrganisation(slug)
  return found
}
