import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sessionPlugin } from './session'

/** A server that streams without end to anybody with a session, of a person whose role can be set. */
async function streaming() {
  const person = { role: 'OrganisationAdmin', actor: { role: 'OrganisationAdmin' } }
  const app = Fastify()
  // As much of the services as the plugin uses.
  const services = {
    config: { secure: false },
    sessions: { find: async () => ({ person: { ...person }, user: {} }) },
    needToKnow: { isChanged: async () => false },
  }
  await sessionPlugin(app, services as unknown as Parameters<typeof sessionPlugin>[1])
  app.get('/api/export', (_request, reply) => {
    const stream = new Readable({ read: () => void setTimeout(() => stream.push('line\n'), 20) })
    return reply.send(stream)
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const answer = await fetch(`${origin}/api/export`, { headers: { cookie: 'doorstep=a' } })
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('There is no answer.')
  return { person, reader }
}

test('an export ends when its owner’s role changes under way, and not when they look as another', async () => {
  const { person, reader } = await streaming()
  person.role = 'Viewer'
  // A second's worth.
  for (let line = 0; line < 50; line++) expect((await reader.read()).done).toBe(false)
  person.actor = { role: 'Viewer' }
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await expect(rest()).rejects.toThrow()
})
