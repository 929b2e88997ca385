import { z } from 'zod'

/** How long the server may take to say that it is there, in milliseconds: a slow line is still a line. */
const PROBE_LIMIT = 8_000

const answerSchema = z.object({ status: z.string() })

/**
 * Whether the server answers. Any answer of ours counts but "not ready": a captive portal that answers a
 * page in our place does not. The worker never answers this path.
 */
export async function probe(): Promise<boolean> {
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT) })
    const answer = answerSchema.safeParse(await response.json())
    return response.ok && answer.success
  } catch {
    return false
  }
}
