import { z } from 'zod'

/** The columns of organisations and of the provider alike, for {@link keptIssuerRow}. */
export const ISSUER_COLUMNS = `issuer, client_id as "clientId", client_secret as "clientSecret",
  client_secret_ends::text as "clientSecretEnds"`

/** Read without a session. */
export const keptIssuerRow = z.object({
  slug: z.string(),
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  /** Sealed. */
  clientSecret: z.string().nullable(),
  /** A day. */
  clientSecretEnds: z.string().nullable(),
})

export type KeptIssuer = z.output<typeof keptIssuerRow>
