/** One signed-in person's calls, many at once, from a process of its own: what it reads must not delay who measures. */
import { z } from 'zod'

const manyCallsSchema = z.object({
  port: z.number(),
  session: z.string(),
  path: z.string(),
  method: z.enum(['GET', 'POST']),
  accept: z.string(),
  body: z.string().optional(),
  calls: z.number(),
})
export type ManyCalls = z.infer<typeof manyCallsSchema>

/** By status, how many calls were answered so. */
export const answeredSchema = z.record(z.string(), z.number())

async function callAtOnce({ port, session, path, method, accept, body, calls }: ManyCalls) {
  const headers = { cookie: `doorstep=${session}`, accept, 'accept-encoding': 'identity' }
  const statuses = await Promise.all(
    Array.from({ length: calls }, async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      })
      for await (const piece of response.body ?? []) void piece
      return response.status
    }),
  )
  const answered: z.infer<typeof answeredSchema> = {}
  for (const status of statuses) answered[status] = (answered[status] ?? 0) + 1
  return answered
}

// Imported for its schemas, it does nothing.
if (process.argv[2] === 'listen') {
  process.on('message', (message) => {
    if (message === 'stop') process.exit(0)
    void callAtOnce(manyCallsSchema.parse(message)).then((answered) => process.send?.(answered))
  })
  process.send?.({})
}
