import type { Tx } from '../../../db/engine'
import { people } from '../../../db/schema'

/** Subquery for joins in other modules. */
export const knownPeople = (tx: Tx) =>
  tx
    .select({ id: people.id, firstName: people.firstName, lastName: people.lastName, email: people.email })
    .from(people)
    .as('known_people')
