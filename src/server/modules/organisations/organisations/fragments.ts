import type { Tx } from '../../../db/engine'
import { organisations } from '../../../db/schema'

/** Subquery for joins in other modules. */
export const namedOrganisations = (tx: Tx) =>
  tx
    .select({ id: organisations.id, slug: organisations.slug, name: organisations.name })
    .from(organisations)
    .as('named_organisations')
