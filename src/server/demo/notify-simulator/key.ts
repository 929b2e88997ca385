import { randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { NotifyError } from './notifyError'

/** `<name>-<service>-<secret>`. */
export interface SimulatorKey {
  readonly serviceId: string
  readonly secret: string
  readonly text: string
}

/** A random key. */
export function makeKey(): SimulatorKey {
  const [serviceId, secret] = [randomUUID(), randomUUID()]
  return { serviceId, secret, text: `doorstep_simulator-${serviceId}-${secret}` }
}

const claimsSchema = z.object({ iat: z.number() })

const CLOCK_SECONDS = 30

/**
 * Checks an Authorization header. @returns a function that throws NotifyError 401 or 403 without a token signed by the
 * key
 */
export function createTokenCheck(key: SimulatorKey): (authorization: string | undefined) => Promise<void> {
  // Tokens of one second are equal, and checking signatures is slow.
  let known: { readonly token: string; readonly issuedAt: number } | undefined
  return async (authorization) => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
    if (!token) throw new NotifyError(401, 'AuthError', 'Unauthorized: authentication token must be provided')
    if (known?.token !== token) known = { token, issuedAt: await readIssueTime(token, key) }
    if (Math.abs(Date.now() / 1000 - known.issuedAt) > CLOCK_SECONDS) {
      throw new NotifyError(403, 'AuthError', 'Error: Your system clock must be accurate to within 30 seconds')
    }
  }
}

async function readIssueTime(token: string, key: SimulatorKey): Promise<number> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key.secret), {
      algorithms: ['HS256'],
      issuer: key.serviceId,
    })
    return claimsSchema.parse(payload).iat
  } catch {
    throw new NotifyError(403, 'AuthError', 'Invalid token: API key not found')
  }
}
