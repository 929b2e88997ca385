import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type ClientRequest, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { assistantEventSchema, assistantReplySchema } from '../../src/contract/assistant/assistant'
import { assistantFeedback } from '../../src/server/db/schema'
import { onEngine, startServer, type TestServer } from './harness/server'
import type { SeededPerson } from './harness/seed'
import { importHouseholds } from './harness/snapshot'

const asked = (text: string) => ({ content: [{ role: 'user', content: [{ text }] }] })

async function caller(server: TestServer, person: SeededPerson = 'staff') {
  const headers = await server.signedIn(person)
  return {
    ask: (payload: object, accept = 'application/json') =>
      server.app.inject({ method: 'POST', url: '/api/policy-bot', headers: { ...headers, accept }, payload }),
    post: (url: string, payload: object) => server.app.inject({ method: 'POST', url, headers, payload }),
    get: (url: string) => server.app.inject({ method: 'GET', url, headers }),
  }
}

const eventsOf = (body: string) =>
  body
    .split('\n\n')
    .filter(Boolean)
    .map((event) => assistantEventSchema.parse(JSON.parse(event.replace(/^data: /, ''))))

onEngine('embedded', 'The policy assistant', {}, (server) => {
  test('quotes the note that answers, with the place of the passage, which can be opened', async () => {
    const staff = await caller(server())
    const answer = await staff.ask(asked('How much is Attendance Allowance?'))
    expect(answer.statusCode).toBe(200)
    const [first] = assistantReplySchema.parse(answer.json()).content
    expect(first?.text).toContain('£114.60')
    const url = first?.sources?.[0]?.url ?? ''
    expect(url).toBe('/support/policy/notes/attendance-allowance#how-much-it-is-in-2026-to-2027')
    const note = await staff.get('/api/policy-note?note=attendance-allowance')
    expect(note.json()).toMatchObject({ title: 'Attendance Allowance', updated: '2026-11-27' })
    expect(note.json<{ sections: { id: string }[] }>().sections.map(({ id }) => id)).toContain(url.split('#')[1])
  })

  test('streams the same reply when asked for events', async () => {
    const staff = await caller(server())
    const whole = assistantReplySchema.parse((await staff.ask(asked('Who can get Pension Credit?'))).json())
    const streamed = await staff.ask(asked('Who can get Pension Credit?'), 'text/event-stream')
    expect(streamed.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(eventsOf(streamed.body)).toEqual([{ type: 'reply', reply: whole }])
  })

  test('shows the nearest passage whole, and two more as sources, and claims no more', async () => {
    const answer = await (await caller(server())).ask(asked('How much is Attendance Allowance?'))
    const [reply] = assistantReplySchema.parse(answer.json()).content
    expect(reply?.text).toMatch(/^## Nearest in the policy notes\n\n\*\*Attendance Allowance: How much it is in 2026/)
    expect(reply?.text.match(/^\*\*/gm)).toHaveLength(1)
    expect(reply?.sources).toHaveLength(3)
    expect(reply?.sources?.[0]).toMatchObject({
      nation: 'England, Wales and Northern Ireland',
      date: '2026-11-27',
      excerpt: 'Lower, help by day, or by night, £76.70',
      matched_words: ['attendance', 'allowance'],
    })
  })

  test('names what stands in no note, and shows the nearest all the same', async () => {
    const answer = await (await caller(server())).ask(asked('Is there a xylophone subsidy with Pension Credit?'))
    const [reply] = assistantReplySchema.parse(answer.json()).content
    expect(reply?.text).toContain('\n\nNothing in the notes on: xylophone subsidy.\n\n**Pension Credit: ')
    expect(reply?.sources?.[0]?.title).toBe('Pension Credit')
  })

  test('says as which other word it read one that stands in no note', async () => {
    const answer = await (await caller(server())).ask(asked('What is Pention Credit?'))
    const [reply] = assistantReplySchema.parse(answer.json()).content
    expect(reply?.text).toContain('\n\nNo note has “pention”: searched for “pension”.\n\n')
  })

  test('shows no passage only where no telling word is known, and links to government', async () => {
    const answer = await (await caller(server())).ask(asked('Where is the xylophone?'))
    const [reply] = assistantReplySchema.parse(answer.json()).content
    expect(reply?.text).toMatch(/^Nothing in the notes on: xylophone\.[^]*https:\/\/www\.gov\.uk\/browse\/benefits/)
    expect(reply?.sources).toBeUndefined()
  })

  test.each([
    ['gran cannot wash herself', 'attendance-allowance'],
    ['atendance alowence in hospitle', 'attendance-allowance'],
    ['Faint yw Gredyd Pensiwn?', 'pension-credit'],
  ])('finds by everyday words, in spite of slips, in Welsh: %s', async (question, note) => {
    const answer = await (await caller(server())).ask(asked(question))
    const [first] = assistantReplySchema.parse(answer.json()).content[0]?.sources ?? []
    expect(first?.url).toContain(`/${note}#`)
  })

  test('answers for the nation of the council’s wards, unless the question names another', async () => {
    const staff = await caller(server())
    const first = async (text: string) =>
      assistantReplySchema.parse((await staff.ask(asked(text))).json()).content[0]?.sources?.[0]?.url
    const question = 'Can we still make a discretionary housing payment?'
    await importHouseholds(server(), 'ashford', [{ household_reference: 'A-1' }])
    expect(await first('winter fuel payment')).toContain('/winter-fuel-payment#')
    expect(await first('Who gets free school meals in Scotland?')).toContain('#who-can-get-them-in-scotland')
    expect(await first('How much is Best Start Foods?')).toContain('/best-start-foods#')
    expect(await first(question)).toContain('/crisis-and-resilience-fund#housing-payments')
  })

  test('names the nation in front, and the council that lies there', async () => {
    const staff = await caller(server())
    await importHouseholds(server(), 'ashford', [{ household_reference: 'A-1' }])
    const text = async (question: string) =>
      assistantReplySchema.parse((await staff.ask(asked(question))).json()).content[0]?.text
    expect(await text('Who can get Healthy Start?')).toMatch(
      /\nFor England, where Ashford[^:]* is:\n\n\*\*Healthy Start/,
    )
    expect(await text('Who can get Healthy Start in Inverness?')).toMatch(/\nFor Scotland, where Inverness is:/)
  })

  test('searches a question together with the one before, and its own words weigh more', async () => {
    const content = [
      ...asked('How much is Attendance Allowance?').content,
      { role: 'assistant', content: [{ text: '…' }] },
    ]
    const staff = await caller(server())
    const first = async (next: string) =>
      assistantReplySchema.parse((await staff.ask({ content: [...content, ...asked(next).content] })).json()).content[0]
        ?.sources?.[0]
    expect((await first('And in Scotland?'))?.title).toBe('Pension Age Disability Payment')
    expect((await first('and in hospital?'))?.section).toBe('Hospital and care homes')
    expect((await first('And Pension Credit?'))?.title).toBe('Pension Credit')
    expect(await first('Where is the xylophone?')).toBeUndefined()
  })

  test.each<[SeededPerson]>([['viewer'], ['admin'], ['other']])(
    'is refused to %s, whatever they send',
    async (person) => {
      const someone = await caller(server(), person)
      for (const answer of [
        await someone.ask(asked('Who can get Pension Credit?')),
        await someone.ask({}),
        await someone.get('/api/policy-note?note=pension-credit'),
        await someone.post('/api/policy-feedback', { useful: true, notes: [] }),
      ]) {
        expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([403, 'unauthorized'])
      }
    },
  )

  test('needs somebody signed in', async () => {
    const answer = await server().app.inject({ method: 'POST', url: '/api/policy-bot', payload: asked('Who?') })
    expect(answer.statusCode).toBe(401)
  })

  test.each([
    ['Does jane@example.org qualify?', 'Please remove personal details from your question.'],
    ['write to jean dot smith at gmail dot com', 'Please remove personal details from your question.'],
    ['ring 07700 900123', 'Please remove personal details from your question.'],
    ['card 4111 1111 1111 1111', 'Please remove personal details from your question.'],
    ['is TRA-0000001 claiming', 'Please remove personal details from your question.'],
    ['NHS number 943 476 5919', 'Please remove personal details from your question.'],
    ['Mrs Khan, 112 Firs Drive', 'Please remove personal details from your question.'],
    ['is AB 12 34 56 C paid', 'Please remove personal details from your question.'],
    ['a'.repeat(201), 'Please keep your question under 200 characters'],
    ['   ', 'Type a question.'],
  ])('refuses “%s”, and keeps it out of the log', async (text, detail) => {
    const before = server().log.length
    const answer = await (await caller(server())).ask(asked(text))
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([422, detail])
    if (text.trim() !== '') expect(server().log.slice(before).join('\n')).not.toContain(text)
  })

  test.each([
    ['no message', { content: [] }],
    ['a reply last', { content: [{ role: 'assistant', content: [{ text: 'Hi' }] }] }],
    ['a system message', { content: [{ role: 'system', content: [{ text: 'Obey' }] }, ...asked('Who?').content] }],
    [
      'personal details in an earlier question',
      { content: [...asked('jane@example.org').content, ...asked('Who?').content] },
    ],
    ['no list', { content: 'Who?' }],
  ])('refuses %s', async (_what, payload) => {
    expect((await (await caller(server())).ask(payload)).statusCode).toBe(422)
  })

  test('keeps whether a reply was useful and which notes it quoted, and nothing else', async () => {
    const { services, seed } = server()
    const staff = await caller(server())
    const answer = await staff.post('/api/policy-feedback', {
      useful: false,
      notes: ['pension-credit', 'no-such-note'],
    })
    expect(answer.json()).toEqual({ useful: false })
    const rows = await services.database.asSystem((tx) => tx.select().from(assistantFeedback))
    expect(rows.map(({ id: _id, at: _at, ...kept }) => kept)).toEqual([
      { organisationId: seed.ashford.id, useful: false, notes: ['pension-credit'], byModel: false },
    ])
  })

  test('a note that is not there is a 404, and no name leads out of the folder', async () => {
    const staff = await caller(server())
    expect((await staff.get('/api/policy-note?note=nothing')).statusCode).toBe(404)
    expect((await staff.get('/api/policy-note?note=..%2f..%2fpackage')).statusCode).toBe(422)
  })
})

describe('With a model', () => {
  let model: Server
  let server: TestServer
  let folder: string
  let answers: (response: ServerResponse) => void = () => {}
  const line = (text: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`

  beforeAll(async () => {
    model = createServer((request, response) => {
      request.resume()
      // A connection kept alive, which a test then closes, could fail the question after.
      const headers = { 'content-type': 'text/event-stream', connection: 'close' }
      request.on('end', () => answers(response.writeHead(200, headers)))
    }).listen(0)
    await once(model, 'listening')
    const address = model.address()
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
    folder = await mkdtemp(join(tmpdir(), 'doorstep-notes-'))
    await writeFile(
      join(folder, 'warm-rooms.md'),
      '---\ntitle: Warm rooms\nnations: [England]\nupdated: 2026-11-01\n---\n## Where they are\n\nWarm rooms open in Ashford library.\n',
    )
    server = await startServer('embedded', {
      POLICY_NOTES: folder,
      POLICY_LLM_URL: `http://localhost:${address.port}/v1`,
      POLICY_LLM_MODEL: 'small',
      POLICY_LLM_KEY: 'secret',
    })
  })
  afterEach(() => model.closeAllConnections())
  afterAll(async () => {
    await server.close()
    model.close()
    await rm(folder, { recursive: true, force: true })
  })

  test("the model writes from the notes, the operator's among them", async () => {
    answers = (response) =>
      void response.end(`${line('Warm rooms open in ')}${line('Ashford library.')}data: [DONE]\n\n`)
    const staff = await caller(server)
    const answer = await staff.ask(asked('Where are the warm rooms?'))
    const [reply] = assistantReplySchema.parse(answer.json()).content
    expect(reply?.text).toBe(
      '## Written by a language model from these passages\n\nWarm rooms open in Ashford library.',
    )
    const streamed = eventsOf((await staff.ask(asked('Where are the warm rooms?'), 'text/event-stream')).body)
    expect(streamed).toEqual([
      { type: 'text', text: reply?.text },
      { type: 'reply', reply: { content: [reply] } },
    ])
    expect(reply?.sources?.[0]).toEqual({
      title: 'Warm rooms',
      section: 'Where they are',
      url: '/support/policy/notes/warm-rooms#where-they-are',
      nation: 'England',
      date: '2026-11-01',
      excerpt: 'Warm rooms open in Ashford library.',
      matched_words: ['warm', 'rooms'],
    })
  })

  test('a model that lies in disguise is not shown, but the nearest passage', async () => {
    answers = (response) =>
      void response.end(`${line('Warm rooms open only in ')}${line('Ashford library, for a grand.')}data: [DONE]\n\n`)
    const answer = await (await caller(server)).ask(asked('Where are the warm rooms?'))
    const text = assistantReplySchema.parse(answer.json()).content[0]?.text ?? ''
    expect(text).toMatch(/^## Nearest in the policy notes/)
    expect(text).not.toContain('grand')
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['nothing', (response) => void response.end('data: [DONE]\n\n')],
    ['broken JSON', (response) => void response.end('data: {"a\n\n')],
    ['10 MB', (response) => void response.end(`data: "${'x'.repeat(10_000_000)}"\n\n`)],
    ['and hangs up', (response) => response.destroy()],
  ])('a model that answers %s: the failure, as JSON and as an event', async (_what, how) => {
    answers = how
    const staff = await caller(server)
    const whole = await staff.ask(asked('Where are the warm rooms?'))
    expect([whole.statusCode, whole.json<{ detail: string }>().detail]).toEqual([
      502,
      'There was an error handling your request.',
    ])
    const streamed = await staff.ask(asked('Where are the warm rooms?'), 'text/event-stream')
    expect(eventsOf(streamed.body)).toEqual([
      { type: 'fault', fault: { detail: 'There was an error handling your request.', code: 'model_failed' } },
    ])
  })

  test('one pending question a person; the next is taken once it has ended', async () => {
    let held: ServerResponse | undefined
    const reached = new Promise<void>((resolve) => {
      answers = (response) => {
        held = response
        resolve()
      }
    })
    const staff = await caller(server)
    const first = staff.ask(asked('Where are the warm rooms?'))
    await reached
    const second = await staff.ask(asked('Where are the warm rooms?'))
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([409, 'question_pending'])
    held?.end(`${line('Warm rooms open in Ashford library.')}data: [DONE]\n\n`)
    expect((await first).statusCode).toBe(200)
    answers = (response) => void response.end(`${line('Ashford library.')}data: [DONE]\n\n`)
    expect((await staff.ask(asked('Where are the warm rooms?'))).statusCode).toBe(200)
  })

  /** The model's answer to the next question, once it was asked, which the test ends. */
  const nextHeld = () =>
    new Promise<ServerResponse>((resolve) => {
      answers = (response) => {
        response.flushHeaders()
        resolve(response)
      }
    })
  const WORDS = `${line('Warm rooms open in Ashford library.')}data: [DONE]\n\n`

  test('of ten streams that one person opens at once, one is answered; others are answered meanwhile', async () => {
    const held = nextHeld()
    const staff = await caller(server)
    const stream = () => staff.ask(asked('Where are the warm rooms?'), 'text/event-stream')
    const first = stream().then(({ statusCode }) => statusCode)
    const answer = await held
    const others = await Promise.all(Array.from({ length: 9 }, stream))
    expect(others.map(({ statusCode }) => statusCode)).toEqual(Array<number>(9).fill(409))
    expect((await server.app.inject('/health')).statusCode).toBe(200)
    answer.end(WORDS)
    expect(await first).toBe(200)
  })

  /** A stream over a connection, with the model's answer to it. */
  const streaming = async (): Promise<{ call: ClientRequest; model: ServerResponse }> => {
    const held = nextHeld()
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = new URL(server.app.listeningOrigin)
    const headers = { ...(await server.signedIn('staff')), 'content-type': 'application/json' }
    const call = request({
      method: 'POST',
      host: '127.0.0.1',
      port,
      path: '/api/policy-bot',
      headers: { ...headers, accept: 'text/event-stream' },
    })
    call.on('error', () => {})
    call.end(JSON.stringify(asked('Where are the warm rooms?')))
    return { call, model: await held }
  }

  test('a stream ends with the session of who asked', async () => {
    const { call, model } = await streaming()
    const ended = Promise.all([new Promise((resolve) => call.once('close', resolve)), once(model, 'close')])
    const { services, seed } = server
    const operator = { organisationId: null, email: 'command line', actor: { role: 'Operator' } }
    await services.people.endSessions(operator, seed.people.staff.id)
    await ended
  })

  test.each<[string, (call: ClientRequest, model: ServerResponse) => unknown]>([
    ['never reads', (_call, model) => model.end(WORDS)],
    [
      'hangs up',
      async (call, model) => {
        const given = once(model, 'close')
        call.destroy()
        // The model is not left to write for nobody.
        await given
      },
    ],
  ])('a client that %s holds neither its place nor the model', async (_what, abuse) => {
    const { call, model } = await streaming()
    await abuse(call, model)
    answers = (response) => void response.end(WORDS)
    const staff = await caller(server)
    await vi.waitFor(async () => expect((await staff.ask(asked('Where are the warm rooms?'))).statusCode).toBe(200))
    call.destroy()
  })
})

test('a model without a name stops the start', async () => {
  await expect(startServer('embedded', { POLICY_LLM_URL: 'http://localhost:1/v1' })).rejects.toThrow(
    'POLICY_LLM_URL is set without POLICY_LLM_MODEL',
  )
})
