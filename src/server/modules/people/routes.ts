import type { FastifyInstance } from 'fastify'
import { getOrganisationUsers, getOwnDetails } from '#contract/team'
import { notSignedIn } from '../../faults'
import { anySignedIn, route } from '../../route'
import type { Services } from '../../services'
import { maySeeTeam } from './policy'

/** The signed-in person and their team. */
export function peopleRoutes(app: FastifyInstance, { people, organisations }: Services): void {
  route(app, getOrganisationUsers, maySeeTeam, ({ person }) => people.ofOrganisation(person.organisationId))

  route(app, getOwnDetails, anySignedIn, async ({ person }) => {
    const [own, organisation] = await Promise.all([people.get(person.userId), organisations.get(person.organisationId)])
    if (!own) throw notSignedIn()
    const { firstName, lastName, email } = own
    return { first_name: firstName, last_name: lastName, email, role: person.role, organisation: organisation.name }
  })
}
