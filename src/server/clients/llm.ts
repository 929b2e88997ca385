/** Any OpenAI-compatible server. Beyond {@link LIMITS}, or without an answer, it has failed. */
import { fetchWithin } from './fetchWithin'

export interface ModelMessage {
  readonly role: 'system' | 'user'
  readonly content: string
}

export interface ModelClient {
  /** @throws ModelFailed; the signal's reason when aborted */
  write(messages: readonly ModelMessage[], signal: AbortSignal): AsyncIterable<string>
}

export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
}

export interface ModelLimits {
  /** Milliseconds. */
  readonly silence: number
  readonly whole: number
  readonly characters: number
  readonly bytes: number
}

const LIMITS: ModelLimits = { silence: 15_000, whole: 60_000, characters: 8_000, bytes: 1_000_000 }

export interface ModelSettings {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

/** Makes a client of an OpenAI-compatible server. */
export function createModelClient({ url, model, key }: ModelSettings, limits: ModelLimits = LIMITS): ModelClient {
  const createClient = async () => {
    // Slow to load, so not with the server.
    const { default: OpenAI } = await import('openai')
    return new OpenAI({
      baseURL: url,
      apiKey: key ?? 'none',
      maxRetries: 0,
      timeout: limits.whole,
      fetch: async (input, init) => bounded(await fetchWithin(limits.whole, fetch, input, init), limits.bytes),
      logLevel: 'off',
    })
  }

  return {
    async *write(messages, signal) {
      const silence = new AbortController()
      const restart = () =>
        setTimeout(() => silence.abort(new ModelFailed('The model was silent for too long.')), limits.silence)
      let timer = restart()
      let length = 0
      try {
        const client = await createClient()
        const stream = await client.chat.completions.create(
          { model, messages: [...messages], stream: true },
          { signal: AbortSignal.any([signal, silence.signal]) },
        )
        for await (const chunk of stream) {
          const text = chunk.choices[0]?.delta.content ?? ''
          if (text === '') continue
          clearTimeout(timer)
          timer = restart()
          length += text.length
          if (length > limits.characters) throw new ModelFailed('The model wrote too much.')
          yield text
        }
        // When aborted, the client ends without an error.
        signal.throwIfAborted()
        silence.signal.throwIfAborted()
        if (length === 0) throw new ModelFailed('The model wrote nothing.')
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ModelFailed ? error : new ModelFailed('The model could not be used.', { cause: error })
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function bounded(response: Response, bytes: number): Response {
  if (!response.body) return response
  let seen = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        seen += piece.length
        if (seen > bytes) controller.error(new ModelFailed('The model sent too much.'))
        else controller.enqueue(piece)
      },
    }),
  )
  return new Response(counted, { status: response.status, statusText: response.statusText, headers: response.headers })
}
