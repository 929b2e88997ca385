import type { FastifyInstance } from 'fastify'
import { createRenewalsPack } from '#contract/results/renewals'
import { route, superAdminOfProvider } from '../../../http/route'
import type { RenewalsService } from './service'

/** Client renewals packs, for super administrators. */
export function renewalsRoutes(app: FastifyInstance, renewals: RenewalsService): void {
  route(app, createRenewalsPack, superAdminOfProvider, async ({ person, body }) => ({
    url: await renewals.make(person, body.lift_client_display_name),
  }))
}
