import { z } from 'zod'
import { text } from './bounded'

/** yyyy-mm-dd; PostgreSQL has no year 0. */
export const recordsDay = text(10)
  .check(z.iso.date())
  .refine((day) => !day.startsWith('0000'), 'There is no such day.')
