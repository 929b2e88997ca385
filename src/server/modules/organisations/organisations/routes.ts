import type { FastifyInstance } from 'fastify'
import { findOrganisationsByDomain, getOrganisations, setCampaignsAccess } from '#contract/organisations/organisations'
import { getOrganisationSettings } from '#contract/organisations/session'
import { getAccessibilityContact, getSupportContact } from '#contract/organisations/support'
import { anySignedIn, publicRoute, route, superAdminOfProvider } from '../../../http/route'
import type { Config } from '../../../config'
import type { OrganisationsService } from './service'

const LOOKUPS_A_MINUTE = 60
const STATEMENTS_A_MINUTE = 120

/** Organisations, for every kind of caller. */
export function organisationsRoutes(
  app: FastifyInstance,
  { config, organisations }: { config: Pick<Config, 'supportEmail'>; organisations: OrganisationsService },
): void {
  publicRoute(app, findOrganisationsByDomain, { rateLimit: LOOKUPS_A_MINUTE }, async ({ body }) => ({
    organisations: await organisations.findByDomain(body.email_domain),
  }))

  route(app, getOrganisationSettings, anySignedIn, async ({ person }) => {
    const { campaignsEnabled } = await organisations.get(person.organisationId)
    return campaignsEnabled
  })

  route(app, getSupportContact, anySignedIn, async ({ person }) => {
    const { name } = await organisations.get(person.organisationId)
    return { support_email: config.supportEmail ?? null, organisation_name: name }
  })

  publicRoute(app, getAccessibilityContact, { rateLimit: STATEMENTS_A_MINUTE }, async () => ({
    support_email: config.supportEmail ?? null,
  }))

  route(app, getOrganisations, superAdminOfProvider, async () =>
    (await organisations.list()).map(({ slug, listedName, campaignsEnabled }) => ({
      slug,
      name: listedName,
      campaigns_enabled: campaignsEnabled,
    })),
  )

  route(app, setCampaignsAccess, superAdminOfProvider, ({ person, body }) =>
    organisations.setCampaigns(person, body.slug, body.campaigns_enabled),
  )
}
