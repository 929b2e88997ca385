import { z } from 'zod'
import { text } from './bounded'

/** A day, yyyy-mm-dd, that the records can keep: ISO 8601 has a year 0, PostgreSQL has none. */
export const recordsDay = text(10)
  .check(z.iso.date())
  .refine((day) => !day.startsWith('0000'), 'There is no such day.')
