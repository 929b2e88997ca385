import type { Command } from 'commander'
import type { Organisation, OrganisationService } from '../modules/organisations/service'
import type { Services } from '../services'

/** Opens the services for the work, without the queue's workers, and closes them. */
export type WithServices = (work: (services: Services) => Promise<void>) => Promise<void>

/** An action prints what it did, or throws an Error with one clear sentence (exit code 1). */
export type RegisterCommand = (program: Command, withServices: WithServices) => void

/** The error for an unknown slug. */
export const noOrganisation = (slug: string) => new Error(`There is no organisation called ${slug}.`)

/**
 * Finds an organisation.
 * @throws Error in one sentence for an unknown slug
 */
export async function organisationCalled(organisations: OrganisationService, slug: string): Promise<Organisation> {
  const found = await organisations.findBySlug(slug)
  if (!found) throw noOrganisation(slug)
  return found
}
