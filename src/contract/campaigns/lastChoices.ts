import { z } from 'zod'
import { endpoint } from '../endpoint'
import { benefitNameSchema } from '../households/benefits'
import { HOLD_OUT_PERCENTAGES } from './holdOuts'
import { lawfulBasisSchema } from './lawfulBases'

export const getLastChoices = endpoint({
  name: 'getLastChoices',
  method: 'GET',
  path: '/api/last-campaign-choices',
  summary: 'What the last campaign for a benefit chose, offered first to the next. Not of cancelled ones.',
  query: z.object({ benefit_name: benefitNameSchema }),
  reply: z.object({
    /** Null: none, or the list was too small to be offered one. */
    hold_out_percentage: z.literal(HOLD_OUT_PERCENTAGES).nullable(),
    /** Null: there is none, or it named none. */
    lawful_basis: lawfulBasisSchema.nullable(),
  }),
})
