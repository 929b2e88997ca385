import { z } from 'zod'

const PROBE_LIMIT = 8_000

const answerSchema = z.object({ status: z.string() })

/** Whether the server answers, and no captive portal. */
export async function probe(): Promise<boolean> {
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT) })
    const answer = answerSchema.safeParse(await response.json())
    return response.ok && answer.success
  } catch {
    return false
  }
}
