import { z } from 'zod'

/** An organisation's latest signature, kept outside the records: a later log must contain its entry. */
export const witnessSchema = z.object({
  organisation: z.string().max(200),
  organisation_id: z.uuid(),
  position: z.number().int().positive(),
  hash: z.string().max(200),
  sealed_at: z.iso.datetime(),
  signature: z.string().max(200),
})
export type Witness = z.infer<typeof witnessSchema>

/** Message of the log line with a witness. */
export const WITNESS_MESSAGE = 'The audit log was signed'

const manifestSchema = z.object({ audit: z.array(witnessSchema) })
const logLineSchema = z.object({ audit: witnessSchema })

/** From a backup's manifest, or JSON log lines; other lines do not count. */
export function readWitnesses(text: string): Witness[] {
  const manifest = manifestSchema.safeParse(parseJson(text))
  if (manifest.success) return manifest.data.audit
  return text.split('\n').flatMap((line) => {
    const parsed = logLineSchema.safeParse(parseJson(line))
    return parsed.success ? [parsed.data.audit] : []
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
