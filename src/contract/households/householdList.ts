import { z } from 'zod'
import { endpoint } from '../endpoint'
import { filterRequestSchema } from './filters'

export const HOUSEHOLDS_A_PAGE = 50

const HOUSEHOLD_ORDERS = ['data', 'unclaimed'] as const
export type HouseholdOrder = (typeof HOUSEHOLD_ORDERS)[number]

/** For people; null: hidden from the role, or not known. */
const listedHouseholdSchema = z.object({
  household_reference: z.string(),
  ward_name: z.string(),
  /** '£3,988 to £5,959 a year'. */
  unclaimed: z.string().nullable(),
  age_of_head: z.number().nullable(),
  household_type: z.string().nullable(),
  last_contacted: z.iso.date().nullable(),
})
export type HouseholdInList = z.infer<typeof listedHouseholdSchema>

export const listHouseholds = endpoint({
  name: 'listHouseholds',
  method: 'POST',
  isRead: true,
  path: '/api/household-list',
  summary:
    'A page of the households matching the filters, in the order of the data or those that leave most unclaimed first.',
  body: filterRequestSchema.extend({
    order: z.enum(HOUSEHOLD_ORDERS).default('data'),
    page: z.number().int().min(1).max(100_000),
  }),
  reply: z.object({
    households: z.array(listedHouseholdSchema),
    hidden: z.array(listedHouseholdSchema.keyof()),
  }),
})
