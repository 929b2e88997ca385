import { z } from 'zod'
import type { JobKind } from '../../jobs/queue'

const data = z.object({ key: z.string() })

/** Removes an upload that nobody has had accepted. */
export const REMOVE_UPLOAD: JobKind<z.infer<typeof data>> = { name: 'remove-upload', data }
