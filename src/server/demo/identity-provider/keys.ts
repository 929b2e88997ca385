import { generateKeyPair, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { hasCode } from '../../lib/operator'

const keysSchema = z.object({
  signingKey: z.looseObject({ alg: z.literal('ES256'), kty: z.literal('EC'), kid: z.string() }),
  cookieKey: z.string().min(32),
  clientSecret: z.string().min(32),
})

export type Keys = z.infer<typeof keysSchema>

/** Stored in the data folder, so that a restart signs no one out. */
export async function loadKeys(dataFolder: string): Promise<Keys> {
  const path = join(dataFolder, 'identity-provider.json')
  try {
    return keysSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw new Error(`The identity provider's keys in ${path} cannot be read. Delete the file, and new ones are made.`)
    }
  }
  const keys = await makeKeys()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, JSON.stringify(keys), { mode: 0o600 })
  await rename(aside, path)
  return keys
}

async function makeKeys(): Promise<Keys> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const secret = () => randomBytes(32).toString('base64url')
  return keysSchema.parse({
    signingKey: {
      ...privateKey.export({ format: 'jwk' }),
      kid: randomBytes(8).toString('hex'),
      use: 'sig',
      alg: 'ES256',
    },
    cookieKey: secret(),
    clientSecret: secret(),
  })
}
