import { expect, test } from 'vitest'
import { explainIssuerError, withoutPersonalData } from './oidcFaults'

test.each([
  [
    "AADSTS50105: The signed in user 'jo.smith@council.example' is blocked because they are not a member of 'Doorstep (1)'.",
    'AADSTS50105: The signed in user … is blocked because they are not a member of …',
  ],
  ['User jo_council.example#EXT#@tenant.example is a guest', 'User … is a guest'],
  [
    'Sign-in from 10.1.2.3 was blocked: the person doesn’t exist, isn’t here',
    'Sign-in from … was blocked: the person doesn’t exist, isn’t here',
  ],
  [`The code ${'aB3_'.repeat(20)} is used`, 'The code … is used'],
  [
    'AADSTS7000222: The provided client secret keys are expired.\r\nTrace ID: 1',
    'AADSTS7000222: The provided client secret keys are expired. Trace ID: 1',
  ],
])('an issuer’s description is told without what may name a person: %s', (description, told) => {
  expect(withoutPersonalData(description)).toBe(told)
})

test('it is no longer than 300 characters', () => {
  expect(withoutPersonalData('word '.repeat(500))).toHaveLength(300)
})

const CLOCKS = { aheadMs: undefined, toleranceMs: 30_000 }
const fetchFailed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })

test.each([
  ['ENOTFOUND', 'host_unknown'],
  ['ECONNREFUSED', 'no_connection'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no_answer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'authority_unknown'],
  ['CERT_HAS_EXPIRED', 'certificate_expired'],
  ['CERT_NOT_YET_VALID', 'clock'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_name'],
  ['EWHATEVER', 'other'],
])('%s means %s', async (code, fault) => {
  const refused = await explainIssuerError(fetchFailed(code), CLOCKS)
  expect([refused.fault, refused.message]).toEqual([fault, expect.stringContaining(`(${code})`)])
  const several = new TypeError('x', { cause: new AggregateError([fetchFailed(code)]) })
  expect((await explainIssuerError(several, CLOCKS)).fault).toBe(fault)
})
