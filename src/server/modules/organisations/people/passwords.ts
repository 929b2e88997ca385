/** OWASP's parameters, stored in the hash so that they can be raised. */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

const PARAMETERS = { logN: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** `scrypt$logN$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { logN, r, p } = PARAMETERS
  const hash = await derive(password, salt, PARAMETERS)
  return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes the same time without a stored hash: timing must not show who exists. */
export async function verifyPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  const [scheme, logN, r, p, salt, hash] = (kept ?? (await hashOfNoAccount())).split('$')
  if (scheme !== 'scrypt' || !salt || !hash) return false
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(actual, expected) && Boolean(kept)
}

const noAccount: { hash?: Promise<string> } = {}
const hashOfNoAccount = (): Promise<string> => (noAccount.hash ??= hashPassword(randomBytes(16).toString('hex')))

function derive(password: string, salt: Buffer, { logN, r, p }: typeof PARAMETERS): Promise<Buffer> {
  const N = 2 ** logN
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    // Keyboards differ in Unicode form.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
