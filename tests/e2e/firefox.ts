/** Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): as much of it as the journeys need. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const answerSchema = z.object({
  id: z.number(),
  error: z.string().optional(),
  message: z.string().optional(),
  result: z.unknown(),
})
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})

const locatedSchema = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) })

const FOCUS = `(element) => {
  element.scrollIntoView({ block: 'center' })
  element.focus()
}`

/** One tab of a Firefox with a profile of its own. Expressions are JavaScript that the page runs. */
export interface Firefox {
  goto(url: string): Promise<void>
  /** @returns what it comes to, a promise's value too. @throws what it throws */
  run(expression: string): Promise<unknown>
  /** Types into what has the focus. */
  type(keys: string): Promise<void>
  /**
   * Focuses the first that has this role and accessible name, and presses it by key: a pointer would hit what takes its
   * place when the page changes meanwhile. @throws when there is none
   */
  press(role: string, name: string): Promise<void>
  /** Takes the tab's line away, or gives it back. */
  setOffline(isOffline: boolean): Promise<void>
  close(): Promise<void>
}

export const [TAB, ENTER] = ['\uE004', '\uE007']

/** Starts Firefox without a window. @param program its path */
export async function startFirefox(program: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'doorstep-firefox-'))
  const process = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => process.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    process.stderr.on('data', (part: Buffer) => {
      said += part.toString()
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    void exited.then(() => reject(new Error(`Firefox did not start:\n${said}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>()
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const answer = answerSchema.safeParse(JSON.parse(data)).data
    if (answer) waiting.get(answer.id)?.(answer)
  })
  let last = 0
  const send = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ error, message, result }) => {
        if (error === undefined) resolve(result)
        else reject(new Error(`${method}: ${error} ${message}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })

  await send('session.new', { capabilities: {} })
  const { context } = z.object({ context: z.string() }).parse(await send('browsingContext.create', { type: 'tab' }))
  const run = async (expression: string) => {
    const asked = { expression, target: { context }, awaitPromise: true }
    return valueOf(await send('script.evaluate', asked))
  }
  const type = async (keys: string) => {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await send('input.performActions', { context, actions: [{ type: 'key', id: 'key', actions }] })
  }
  return {
    run,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    type,
    async press(role, name) {
      const locator = { type: 'accessibility', value: { role, name } }
      const { nodes } = locatedSchema.parse(await send('browsingContext.locateNodes', { context, locator }))
      if (nodes.length === 0) throw new Error(`There is no ${role} “${name}”.`)
      const asked = { functionDeclaration: FOCUS, arguments: nodes.slice(0, 1), target: { context } }
      valueOf(await send('script.callFunction', { ...asked, awaitPromise: false }))
      if (role !== 'textbox') await type(role === 'link' ? ENTER : ' ')
    },
    setOffline: async (isOffline) =>
      void (await send('emulation.setNetworkConditions', {
        networkConditions: isOffline ? { type: 'offline' } : null,
        contexts: [context],
      })),
    async close() {
      socket.close()
      process.kill('SIGKILL')
      await exited
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

function valueOf(evaluated: unknown): unknown {
  const { result, exceptionDetails } = evaluatedSchema.parse(evaluated)
  if (exceptionDetails) throw new Error(exceptionDetails.text)
  return result?.value
}
