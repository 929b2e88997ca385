import type { FastifyInstance } from 'fastify'
import { getSessionUser, ROLES } from '#contract/organisations/session'
import { getRolesAndOrganisations, viewAs } from '#contract/organisations/viewAs'
import { notSignedIn } from '../../../http/faults'
import { anySignedIn, reallySuperAdmin, route } from '../../../http/route'
import type { OrganisationsService } from '../organisations/service'
import type { SessionsService } from './service'
import type { ViewAsService } from './viewAs'

/** The signed-in user and view-as. */
export function sessionsRoutes(
  app: FastifyInstance,
  {
    organisations,
    sessions,
    views,
  }: { organisations: Pick<OrganisationsService, 'list'>; sessions: SessionsService; views: ViewAsService },
): void {
  route(app, getSessionUser, anySignedIn, async ({ person, request }) => {
    if (!request.sessionUser) throw notSignedIn()
    return { ...request.sessionUser, erasure_count: await sessions.countErasures(person) }
  })

  // By the real role, so that a view can always be left.
  route(app, viewAs, reallySuperAdmin, async ({ person, body }) => {
    const view = { roleName: body.role_name, organisationName: body.display_name }
    const { organisation, role } = await views.change(person, view)
    return { temporary_organisation_name: organisation, temporary_role_name: role }
  })

  route(app, getRolesAndOrganisations, reallySuperAdmin, async () => ({
    roles: [...ROLES],
    organisations: (await organisations.list()).map(({ listedName }) => listedName),
  }))
}
