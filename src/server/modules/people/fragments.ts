/** SQL of the people's table that other modules put into their own statements. */
import type { Tx } from '../../db/database'
import { people } from '../../db/schema'

/** Everybody in view by id, with what they are known by, to join. */
export const knownPeople = (tx: Tx) =>
  tx
    .select({ id: people.id, firstName: people.firstName, lastName: people.lastName, email: people.email })
    .from(people)
    .as('known_people')
