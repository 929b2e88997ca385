/** SQL of the organisations' table that other modules put into their own statements. */
import type { Tx } from '../../db/database'
import { organisations } from '../../db/schema'

/** Every organisation in view by id, with what it is called, to join. */
export const namedOrganisations = (tx: Tx) =>
  tx
    .select({ id: organisations.id, slug: organisations.slug, name: organisations.name })
    .from(organisations)
    .as('named_organisations')
