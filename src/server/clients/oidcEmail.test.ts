import { describe, expect, test } from 'vitest'
import { createOidcClient } from './oidc'
import { IssuerRefused } from './oidcFaults'
import { claimsSchema, isShared, UnvouchedAddress, vouchedAddress, withUserInfo } from './oidcEmail'

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const OTHER_TENANT = '11111111-2222-4333-8444-555555555555'
const URL_OF_TENANT = `https://login.microsoftonline.com/${TENANT}/v2.0`

const vouched = (claims: object, trustedDomains: string[] = [], url = URL_OF_TENANT) =>
  vouchedAddress(claimsSchema.parse({ iss: url, sub: 's', ...claims }), { url, trustedDomains })

describe('Without trust', () => {
  test.each([true, 'true'])('an address counts that the issuer calls verified: %j', (email_verified) => {
    expect(vouched({ email: 'a@council.example', email_verified })).toBe('a@council.example')
  })
  test.each([undefined, false, 'false', null, 0, 1, 'yes', {}])(
    'no address counts with email_verified %j',
    (email_verified) => {
      expect(() => vouched({ email: 'a@council.example', email_verified })).toThrow(UnvouchedAddress)
    },
  )
  test('a name to sign in with is no address', () => {
    expect(() => vouched({ preferred_username: 'a@council.example', email_verified: true })).toThrow(
      'sent no e-mail address',
    )
  })
})

describe('With trust in its own domains', () => {
  const trusted = (claims: object) => vouched(claims, ['council.example'])
  test.each([
    ['email', { email: 'A@Council.example' }, 'A@Council.example'],
    ['preferred_username', { preferred_username: 'a@council.example' }, 'a@council.example'],
    ['upn', { upn: 'a@council.example' }, 'a@council.example'],
    [
      'the name, where the e-mail is private',
      { email: 'a@home.example', preferred_username: 'a@council.example' },
      'a@council.example',
    ],
    ['the name, where the e-mail is none', { email: 'none', upn: 'a@council.example' }, 'a@council.example'],
  ])('an address at them counts, from %s', (_what, claims, address) => {
    expect(trusted({ tid: TENANT, ...claims })).toBe(address)
  })

  test.each([
    ['another domain', { email: 'a@elsewhere.example' }],
    ['a domain below', { email: 'a@sub.council.example' }],
    ['a domain that ends alike', { email: 'a@evil-council.example' }],
    ['two at signs', { email: 'a@council.example@evil.example' }],
    ['an address with something before it', { email: 'evil.example,a@council.example' }],
    ['no address', {}],
    ['addresses in a list', { email: ['a@council.example'] }],
    ['email_verified false', { email: 'a@council.example', email_verified: false }],
    [
      'email_verified false as text, and a name that would do',
      { email_verified: 'false', preferred_username: 'a@council.example' },
    ],
    ['email_verified null', { email: 'a@council.example', email_verified: null }],
    ['another tenant', { email: 'a@council.example', tid: OTHER_TENANT }],
    ['a guest by idp', { email: 'a@council.example', idp: `https://sts.windows.net/${OTHER_TENANT}/` }],
    [
      'a guest by an idp whose own server has the tenant in its path',
      { email: 'a@council.example', idp: `https://evil.example/${TENANT}/` },
    ],
    ['a guest by an idp that is no text', { email: 'a@council.example', idp: ['live.com'] }],
    ['a guest by a long idp', { email: 'a@council.example', idp: `https://evil.example/${'a'.repeat(600)}` }],
    [
      'a guest by the name',
      { email: 'a@council.example', preferred_username: 'm_evil.example#EXT#@council.onmicrosoft.com' },
    ],
    ['a guest by the upn', { email: 'a@council.example', upn: 'm_evil.example#ext#@council.onmicrosoft.com' }],
    ['a tenant that is no text', { email: 'a@council.example', tid: [OTHER_TENANT] }],
    ['an empty tenant', { email: 'a@council.example', tid: '' }],
    ['a guest with a personal account', { email: 'a@council.example', idp: 'live.com' }],
    ['a guest by acct', { email: 'a@council.example', acct: 1 }],
    ['a domain that the tenant has not proved', { email: 'a@council.example', xms_edov: false }],
    ['a domain that the tenant has not proved, as a number', { email: 'a@council.example', xms_edov: '0' }],
  ])('refuses %s', (_what, claims) => {
    expect(() => trusted({ tid: TENANT, ...claims })).toThrow(UnvouchedAddress)
  })

  test.each([
    { idp: URL_OF_TENANT },
    { idp: `https://sts.windows.net/${TENANT}/` },
    { acct: 0 },
    { xms_edov: true },
    { xms_edov: '1' },
  ])('a member of the tenant stays one: %j', (claims) => {
    expect(trusted({ tid: TENANT, email: 'a@council.example', ...claims })).toBe('a@council.example')
  })

  test('the userinfo endpoint adds to the ID token and takes nothing back', () => {
    const both = (token: object, told: object) =>
      withUserInfo(claimsSchema.parse({ sub: 's', ...token }), claimsSchema.parse({ sub: 's', ...told }))
    expect(trusted(both({}, { email: 'a@council.example' }))).toBe('a@council.example')
    expect(trusted(both({}, { preferred_username: 'a@council.example' }))).toBe('a@council.example')
    const guest = { preferred_username: 'm_evil.example#EXT#@council.onmicrosoft.com' }
    expect(() => trusted(both(guest, { email: 'a@council.example', preferred_username: 'a@council.example' }))).toThrow(
      'a guest',
    )
    expect(() => trusted(both({ email_verified: false }, { email: 'a@council.example' }))).toThrow('not verified')
  })

  test('what the issuer calls verified counts at any domain, as without trust', () => {
    expect(trusted({ email: 'a@elsewhere.example', email_verified: true })).toBe('a@elsewhere.example')
  })
})

test.each([
  [URL_OF_TENANT, false],
  [`https://sts.windows.net/${TENANT}/`, false],
  [`https://login.microsoftonline.us/${TENANT}/v2.0`, false],
  ['https://id.council.example/common', false],
  ['https://login.microsoftonline.com/common/v2.0', true],
  ['https://login.microsoftonline.com/organizations/v2.0', true],
  ['https://login.microsoftonline.com/consumers/v2.0', true],
  ['https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', true],
  ['https://login.microsoftonline.com/council.onmicrosoft.com/v2.0', true],
  ['https://login.microsoftonline.com/', true],
])('%s is shared by tenants: %s', (issuer, expected) => {
  expect(isShared(new URL(issuer))).toBe(expected)
})

test('an issuer that calls itself by another name is refused, although openid-client lets it through', async () => {
  const document = {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  }
  const client = createOidcClient({ fetch: async () => Response.json(document) })
  const issuer = {
    url: 'https://login.microsoftonline.com/common/v2.0',
    clientId: 'a',
    clientSecret: 'b',
    sendsIss: false,
    trustedDomains: [],
  }
  await expect(client.begin(issuer, 'https://doorstep.example/back')).rejects.toThrow(IssuerRefused)
  await expect(client.begin(issuer, 'https://doorstep.example/back')).rejects.toThrow('another name')
})
