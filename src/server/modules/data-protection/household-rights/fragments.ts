import { sql, type SQL } from 'drizzle-orm'
import { doNotContactMarks } from '../../../db/schema'

/** SQL: whether a mark, named `mark`, in the organisation of the `contacts` row meets a condition. */
export const isMarked = (how: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${doNotContactMarks} as mark
    where mark.organisation_id = contacts.organisation_id and ${how})`
