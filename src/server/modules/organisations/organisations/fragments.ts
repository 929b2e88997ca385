import type { Tx } from '../../../db/engine'
import { organisationDomains, organisations } from '../../../db/schema'

/** Subquery for joins in other modules. */
export const namedOrganisations = (tx: Tx) =>
  tx
    .select({ id: organisations.id, slug: organisations.slug, name: organisations.name })
    .from(organisations)
    .as('named_organisations')

/** Subquery: e-mail domains of organisations. */
export const namedDomains = (tx: Tx) =>
  tx
    .select({ organisationId: organisationDomains.organisationId, domain: organisationDomains.domain })
    .from(organisationDomains)
    .as('named_domains')
