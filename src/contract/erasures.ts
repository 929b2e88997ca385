import { z } from 'zod'
import { atMost, text } from './bounded'
import { endpoint } from './endpoint'

/** References that a device asks about at once: as many as a filter holds. */
export const MAX_ASKED = 10_000

/**
 * Stands where a filter named an erased household alone, and is nobody's reference: without it the filter would choose
 * everybody, and an empty one is a blank on screen.
 */
export const ERASED_HOUSEHOLD = 'Erased household'

/** Of the organisation in view alone; references go in bodies: addresses are logged. */
export const findErased = endpoint({
  name: 'findErased',
  method: 'POST',
  isRead: true,
  path: '/api/erased-households',
  summary: 'Which of the household references that a device holds were erased since, so that it forgets them.',
  body: z.object({ household_references: atMost(MAX_ASKED, z.array(text(200))) }),
  reply: z.object({ erased: z.array(z.string()) }),
})
