import { z } from 'zod'
import { atMost, text } from '../bounded'
import { endpoint } from '../endpoint'

/** As many as a filter holds. */
export const MAX_ASKED = 10_000

/**
 * Replaces an erased household that was a filter's only value: no value would choose everybody, an empty one shows
 * blank.
 */
export const ERASED_HOUSEHOLD = 'Erased household'

/** Only for the organisation in view. References go in bodies, because URLs are logged. */
export const findErased = endpoint({
  name: 'findErased',
  method: 'POST',
  isRead: true,
  path: '/api/erased-households',
  summary: 'Which of the household references that a device holds were erased since, so that it forgets them.',
  body: z.object({ household_references: atMost(MAX_ASKED, z.array(text(200))) }),
  reply: z.object({ erased: z.array(z.string()) }),
})
