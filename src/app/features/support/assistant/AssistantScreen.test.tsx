import { act, fireEvent, render, screen, within } from '../../../testing/render'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeWindowWidth } from '../../../testing/fakeWindow'
import { NEAREST_HEADING } from '#contract/assistant/assistant'
import { setOnline } from '../../../state/connectivity'
import { AssistantScreen } from './AssistantScreen'

const SOURCE = {
  title: 'Pension Credit',
  section: 'Who can get it',
  url: '/support/policy/notes/pension-credit#who-can-get-it',
  nation: 'United Kingdom',
  date: '2026-11-27',
  excerpt: 'The person has reached State Pension age.',
  matched_words: ['pension'],
}

/** A call's body as it left: always text. */
const bodyOf = (init: RequestInit | undefined): string => (typeof init?.body === 'string' ? init.body : '')

/** A server that says its events when the test wants them. */
class FakeStream {
  readonly bodies: unknown[] = []
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(
    private readonly status = 200,
    private readonly refusal: unknown = null,
  ) {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init = {}) => {
      this.bodies.push(JSON.parse(bodyOf(init)))
      if (this.status !== 200) return new Response(JSON.stringify(this.refusal), { status: this.status })
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#controller = controller
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
    })
  }

  say(event: unknown): Promise<void> {
    return act(async () => this.#controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)))
  }

  end(): Promise<void> {
    return act(async () => {
      // The reader may have left already.
      if (this.#controller?.desiredSize !== null) this.#controller?.close()
    })
  }

  async answer(text: string, sources: unknown[] = []): Promise<void> {
    await this.say({ type: 'reply', reply: { content: [{ text, ...(sources.length > 0 ? { sources } : {}) }] } })
    await this.end()
  }
}

beforeEach(() => fakeWindowWidth(1440))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setOnline(true)
})

function open() {
  const user = userEvent.setup()
  render(
    <MemoryRouter>
      <AssistantScreen />
    </MemoryRouter>,
  )
  return user
}

const field = () => screen.getByPlaceholderText<HTMLTextAreaElement>('Type your question here...')
const send = () => screen.getByRole('button', { name: 'Send' })
const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled')
const log = () => within(screen.getByRole('log'))

test('the screen says its greeting and its title', () => {
  open()
  expect(screen.getByRole('heading', { level: 1, name: 'Policy and Support AI' })).toBeTruthy()
  expect(screen.getByText("Let's see if we can find you the right information")).toBeTruthy()
  expect(
    log().getByText("Hello, I'm your assistant. I'm here to help you understand UK benefit policy. Let's get started!"),
  ).toBeTruthy()
  expect(log().getByText(/^I search Doorstep’s policy notes/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Predefined Questions' })).toBeTruthy()
  expect(isDisabled(send())).toBe(true)
})

test('at least eight predefined questions; picking one fills the field', async () => {
  const user = open()
  const questions = within(screen.getByRole('complementary', { name: 'Predefined Questions' })).getAllByRole('listitem')
  expect(questions.length).toBeGreaterThanOrEqual(8)
  await user.click(screen.getByRole('button', { name: 'Who qualifies for Healthy Start?' }))
  expect(field().value).toBe('Who qualifies for Healthy Start?')
  expect(document.activeElement).toBe(field())
})

test('the predefined questions close when the window becomes narrow, as they begin in a narrow one', () => {
  const resize = fakeWindowWidth(1440)
  open()
  const isExpanded = () => screen.getByRole('button', { name: 'Predefined Questions' }).getAttribute('aria-expanded')
  expect(isExpanded()).toBe('true')
  act(() => resize(390))
  expect(isExpanded()).toBe('false')
})

test('the question is appended and the field cleared; the reply comes in pieces, then with its sources', async () => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), 'Who can <get> it?{Enter}')
  expect(log().getByText('Who can <get> it?')).toBeTruthy()
  expect(field().value).toBe('')
  expect(server.bodies).toEqual([{ content: [{ role: 'user', content: [{ text: 'Who can &lt;get&gt; it?' }] }] }])
  await server.say({ type: 'text', text: 'People over **State' })
  expect(log().getByText(/People over/)).toBeTruthy()
  await server.say({ type: 'text', text: ' Pension age**.' })
  await server.answer(`## ${NEAREST_HEADING}\n\n**Pension Credit: Who can get it**\n\nOver **State Pension age**.`, [
    SOURCE,
  ])
  expect(log().getByText('State Pension age').tagName).toBe('STRONG')
  expect(log().getByRole('link', { name: 'Pension Credit: Who can get it' }).getAttribute('href')).toBe(SOURCE.url)
  expect(isDisabled(send())).toBe(true)
})

test('the next question goes with the conversation, without the greeting', async () => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), 'One?{Enter}')
  await server.answer('First.')
  await user.type(field(), 'Two?{Enter}')
  expect(server.bodies[1]).toEqual({
    content: [
      { role: 'user', content: [{ text: 'One?' }] },
      { role: 'assistant', content: [{ text: 'First.' }] },
      { role: 'user', content: [{ text: 'Two?' }] },
    ],
  })
})

test('Stop keeps what has come, and the field takes the next question', async () => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), 'One?{Enter}')
  await server.say({ type: 'text', text: 'The beginning' })
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await log().findByText('Stopped.')).toBeTruthy()
  expect(log().getByText('The beginning')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(send()).toBeTruthy()
})

test.each([
  [
    'a refusal',
    () => new FakeStream(502, { detail: 'There was an error handling your request.', code: 'model_failed' }),
  ],
  [
    'a second question',
    () => new FakeStream(409, { detail: 'Your last question is still being answered.', code: 'question_pending' }),
  ],
])('after %s the error shows for 5 seconds and the question is back in the field', async (_what, server) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server()
  open()
  fireEvent.change(field(), { target: { value: 'One?' } })
  await act(async () => fireEvent.submit(field().closest('form') ?? field()))
  // The answer takes its turns, none of them a timer's.
  await act(() => new Promise<void>((resolve) => setImmediate(resolve)))
  expect(screen.getByRole('alert').textContent).toBe('There was an error handling your request.')
  expect(field().value).toBe('One?')
  expect(log().queryByText('One?')).toBeNull()
  act(() => void vi.advanceTimersByTime(4_999))
  expect(screen.queryByRole('alert')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['an event of another version', { type: 'song' }],
  ['a fault in the stream', { type: 'fault', fault: { detail: 'x', code: 'y' } }],
])('%s is the failure too', async (_what, event) => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), 'One?{Enter}')
  await server.say(event)
  await server.end()
  expect((await screen.findByRole('alert')).textContent).toBe('There was an error handling your request.')
  expect(field().value).toBe('One?')
})

test.each(['jane@example.org', '07700 900123', 'AB123456C', '4111 1111 1111 1111'])(
  '“%s” does not leave the browser',
  async (detail) => {
    const server = new FakeStream()
    const user = open()
    await user.type(field(), `About ${detail} please{Enter}`)
    expect(screen.getByRole('alert').textContent).toBe('Please remove personal details from your question.')
    expect(server.bodies).toEqual([])
    expect(field().value).toContain(detail)
  },
)

test('the field holds 200 characters as people count them, says so at the limit, and may be sent there', async () => {
  const server = new FakeStream()
  open()
  fireEvent.change(field(), { target: { value: '🏠'.repeat(199) } })
  expect(screen.queryByText('Please keep your question under 200 characters')).toBeNull()
  fireEvent.change(field(), { target: { value: '🏠'.repeat(201) } })
  expect([...field().value].length).toBe(200)
  expect(screen.getByText('Please keep your question under 200 characters')).toBeTruthy()
  // Writing in the middle of a full field pushes nothing out of its end.
  fireEvent.change(field(), { target: { value: `${'🏠'.repeat(100)}!${'🏠'.repeat(100)}` } })
  expect(field().value).toBe('🏠'.repeat(200))
  await act(async () => fireEvent.submit(field().closest('form') ?? field()))
  expect(server.bodies.length).toBe(1)
})

test('only spaces cannot be sent', async () => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), '   {Enter}')
  expect(isDisabled(send())).toBe(true)
  expect(server.bodies).toEqual([])
})

test('offline nothing is sent nor queued, and the screen says why', async () => {
  const server = new FakeStream()
  const user = open()
  act(() => setOnline(false))
  await user.type(field(), 'One?{Enter}')
  expect(screen.getByText('Questions need a connection. Doorstep cannot be reached.')).toBeTruthy()
  expect(isDisabled(send())).toBe(true)
  expect(server.bodies).toEqual([])
})

test('whether a reply was useful cannot be said offline, and the reply says why', async () => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), 'One?{Enter}')
  await server.answer('First.', [SOURCE])
  act(() => setOnline(false))
  expect(
    screen.getByText('Saying whether this was useful needs a connection. Doorstep cannot be reached.'),
  ).toBeTruthy()
  for (const name of ['Yes, this was useful', 'No, this was not useful'])
    expect(isDisabled(screen.getByRole('button', { name }))).toBe(true)
})

test('a reply is said to be useful without its words', async () => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), 'One?{Enter}')
  await server.answer('First.', [SOURCE])
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response('{"useful":true}', { headers: { 'content-type': 'application/json' } }))
  await user.click(screen.getByRole('button', { name: 'Yes, this was useful' }))
  expect(await screen.findByText('Thank you.')).toBeTruthy()
  expect(JSON.parse(bodyOf(fetched.mock.lastCall?.[1]))).toEqual({ useful: true, notes: ['pension-credit'] })
})

test('nothing of the conversation is kept on the device', async () => {
  const server = new FakeStream()
  const user = open()
  await user.type(field(), 'One?{Enter}')
  await server.answer('First.')
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})
