import { expect, test } from 'vitest'
import { getDeviceKey } from '#contract/organisations/deviceKeys'
import { onEngine } from './harness/server'
import type { SeededPerson } from './harness/seed'

onEngine('embedded', 'The key of what devices keep', {}, (server) => {
  const askAs = async (person: SeededPerson, organisation?: 'ashford' | 'brynmor') =>
    server().app.inject({ url: getDeviceKey.path, headers: await server().signedIn(person, organisation) })
  const keyOf = async (...who: Parameters<typeof askAs>) =>
    getDeviceKey.reply.parse((await askAs(...who)).json<unknown>()).key

  test('is the same in every session of a person in an organisation, also in two at once', async () => {
    const [first, second] = await Promise.all([keyOf('viewer'), keyOf('viewer')])
    expect(second).toBe(first)
    expect(await keyOf('viewer')).toBe(first)
  })

  test('is another one for everybody else, and in every other organisation', async () => {
    const keys = [
      await keyOf('viewer'),
      await keyOf('admin'),
      await keyOf('other'),
      await keyOf('staff', 'ashford'),
      await keyOf('staff', 'brynmor'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('is stored nowhere on the way, and given to nobody without a session', async () => {
    expect((await askAs('viewer')).headers['cache-control']).toBe('no-store')
    expect((await server().app.inject({ url: getDeviceKey.path })).statusCode).toBe(401)
  })
})
