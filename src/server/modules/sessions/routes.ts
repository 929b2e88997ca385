import type { FastifyInstance } from 'fastify'
import { getSessionUser, ROLES } from '#contract/session'
import { getRolesAndOrganisations, viewAs } from '#contract/viewAs'
import { notSignedIn } from '../../faults'
import { anySignedIn, reallySuperAdmin, route } from '../../route'
import type { Services } from '../../services'

/** Who is signed in, and what they view Doorstep as. */
export function sessionRoutes(app: FastifyInstance, { organisations, views }: Services): void {
  route(app, getSessionUser, anySignedIn, async ({ request }) => {
    if (!request.sessionUser) throw notSignedIn()
    return request.sessionUser
  })

  // By who they really are: the way out of a view, and from one into the next, is open in every view.
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
