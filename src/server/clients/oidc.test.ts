import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOidcClient } from './oidc'
import { IssuerRefused } from './oidcFaults'

const URL_OF_ISSUER = 'https://id.example'
const BACK = 'https://doorstep.example/back'

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [OWN_KEY, ANOTHER_KEY] = [newKey(), newKey()]

/** A sign-in at an issuer whose clock is behind by so much. @param key signs the ID token */
async function signIn(
  secondsBehind: number,
  clockToleranceSeconds?: number,
  key = OWN_KEY,
  { strengths = [], told = {} }: { strengths?: readonly string[]; told?: object } = {},
) {
  let nonce = ''
  const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const client = createOidcClient({
    clockToleranceSeconds,
    fetch: async (address) => {
      if (address.endsWith('openid-configuration'))
        return Response.json({
          issuer: URL_OF_ISSUER,
          authorization_endpoint: `${URL_OF_ISSUER}/authorize`,
          token_endpoint: `${URL_OF_ISSUER}/token`,
          jwks_uri: `${URL_OF_ISSUER}/keys`,
        })
      if (address.endsWith('/keys'))
        return Response.json({ keys: [{ ...OWN_KEY.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig' }] })
      const expires = Math.floor(Date.now() / 1000) - secondsBehind
      const claims = { iss: URL_OF_ISSUER, aud: 'doorstep', sub: 'a', nonce, iat: expires - 60, exp: expires }
      const email = { email: 'a@council.example', email_verified: true }
      const content = `${base64({ alg: 'RS256', kid: 'a' })}.${base64({ ...claims, ...email, ...told })}`
      const id_token = `${content}.${sign('RSA-SHA256', Buffer.from(content), key.privateKey).toString('base64url')}`
      return Response.json({ access_token: 'a', token_type: 'bearer', id_token })
    },
  })
  const issuer = {
    url: URL_OF_ISSUER,
    clientId: 'doorstep',
    clientSecret: 'b',
    sendsIss: false,
    trustedDomains: [],
    strengths,
  }
  const { checks, url } = await client.begin(issuer, BACK)
  expect(new URL(url).searchParams.get('acr_values') ?? '').toBe(strengths.join(' '))
  nonce = checks.nonce
  return client.finish(issuer, new URL(`${BACK}?code=c&state=${checks.state}`), checks)
}

test.each([
  [undefined, 'a@council.example'],
  [true, 'a@council.example'],
  [false, null],
])('an issuer is told the address that was typed, unless it errs on that: %s', async (sendsLoginHint, told) => {
  const client = createOidcClient({
    ...(sendsLoginHint === undefined ? {} : { sendsLoginHint }),
    fetch: async () => Response.json({ issuer: URL_OF_ISSUER, authorization_endpoint: `${URL_OF_ISSUER}/authorize` }),
  })
  const issuer = { url: URL_OF_ISSUER, clientId: 'doorstep', clientSecret: 'b', sendsIss: false, trustedDomains: [] }
  const { url } = await client.begin(issuer, BACK, 'a@council.example')
  expect(new URL(url).searchParams.get('login_hint')).toBe(told)
})

test('an issuer’s clock may be off by 30 seconds, or by what is set', async () => {
  expect((await signIn(15)).person.email).toBe('a@council.example')
  await expect(signIn(90)).rejects.toThrow(IssuerRefused)
  expect((await signIn(90, 120)).person.email).toBe('a@council.example')
  await expect(signIn(15, 5)).rejects.toThrow(IssuerRefused)
})

test('an ID token that another key has signed is refused', async () => {
  expect((await signIn(0, 60, OWN_KEY)).person.email).toBe('a@council.example')
  await expect(signIn(0, 60, ANOTHER_KEY)).rejects.toThrow(IssuerRefused)
})

test.each([
  ['nothing of its strength', {}, false],
  ['one factor', { acr: '1', amr: ['pwd'] }, false],
  ['what only begins as is asked for', { acr: 'mfa2', amr: ['mf'] }, false],
  ['a context that is asked for', { acr: 'urn:gold' }, true],
  ['a method that is asked for, among others', { acr: '1', amr: ['pwd', 'mfa'] }, true],
  ['methods in no list', { amr: 'mfa' }, false],
])('where a strength is asked for, an ID token that names %s is looked at', async (_, told, isTaken) => {
  const signed = signIn(0, 60, OWN_KEY, { strengths: ['urn:gold', 'mfa'], told })
  if (isTaken) expect((await signed).person.email).toBe('a@council.example')
  else await expect(signed).rejects.toThrow('The person signed in with less than is asked for here')
})
