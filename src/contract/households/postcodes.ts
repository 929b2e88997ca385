import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'

/** In the body: URLs are logged. */
export const findPostcode = endpoint({
  name: 'findPostcode',
  method: 'POST',
  isRead: true,
  path: '/api/find-postcode',
  summary: "Where the latest snapshot's households of a postcode are in the mean, to three decimals of a degree.",
  body: z.object({ postcode: text(10).trim().min(5) }),
  reply: z.object({ longitude: z.number(), latitude: z.number() }),
})
