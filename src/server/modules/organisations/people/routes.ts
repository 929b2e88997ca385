import type { FastifyInstance } from 'fastify'
import {
  changeRole,
  endSessions,
  getOrganisationUsers,
  getOwnDetails,
  getSignInRules,
  invitePerson,
  removePerson,
  setSignInRules,
} from '#contract/organisations/people'
import { notSignedIn } from '../../../http/faults'
import { administrator, anySignedIn, route } from '../../../http/route'
import type { OrganisationsService } from '../organisations/service'
import type { PeopleService } from './service'

/** The signed-in person and their people. */
export function peopleRoutes(
  app: FastifyInstance,
  { people, organisations }: { people: PeopleService; organisations: OrganisationsService },
): void {
  route(app, getOrganisationUsers, administrator, ({ person }) => people.list(person.organisationId))

  route(app, getOwnDetails, anySignedIn, async ({ person }) => {
    const [own, organisation] = await Promise.all([people.get(person.userId), organisations.get(person.organisationId)])
    if (!own) throw notSignedIn()
    const { firstName, lastName, email } = own
    return { first_name: firstName, last_name: lastName, email, role: person.role, organisation: organisation.name }
  })

  route(app, invitePerson, administrator, async ({ person, body }) => {
    const { email, role, first_name: firstName, last_name: lastName } = body
    const added = await people.invite(person, { email, role, firstName, lastName })
    return { ...added, is_found_at_login: await organisations.isFoundByAddress(person.organisationId, email) }
  })

  route(app, changeRole, administrator, async ({ person, body }) => {
    await people.changeRole(person, body.person_id, body.role)
    return { role: body.role }
  })

  route(app, removePerson, administrator, async ({ person, body }) => ({
    sessions_ended: await people.remove(person, body.person_id),
  }))

  route(app, endSessions, administrator, async ({ person, body }) => ({
    sessions_ended: await people.endSessions(person, body.person_id),
  }))

  route(app, getSignInRules, administrator, async ({ person: { organisationId } }) => {
    const [rules, { issuer }, domains] = await Promise.all([
      people.rules(organisationId),
      organisations.get(organisationId),
      organisations.domainsOf(organisationId),
    ])
    return { ...rules, has_issuer: issuer !== null, domains }
  })

  route(app, setSignInRules, administrator, async ({ person, body }) => {
    await people.setRules(person, body)
    return body
  })
}
