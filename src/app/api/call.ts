import type { z } from 'zod'
import { ARROW_MEDIA_TYPE, type Endpoint } from '#contract/endpoint'
import { faultSchema } from '#contract/fault'
import { logoutSignal, notifySignedOut } from './endSession'
import { SilenceTimer, readBody } from './body'
import { changesAllowed } from './confirmation'
import {
  abortWhenSilent,
  isServerIntercepted,
  isServerUnreachable,
  isServerUnresponsive,
  reportUnreachable,
} from './connectivity'
import {
  GENERIC_FALLBACK,
  Intercepted,
  NetworkFailure,
  Offline,
  Outdated,
  Refused,
  SignedOut,
  Unresponsive,
  isAborted,
} from './errors'
import { lookForNewerVersion } from './newestVersion'
import { ANOTHER_PERSON, notePerson, notifyAnotherPerson, personHeaders } from './samePerson'

type CallOptions<Query extends z.ZodType, Body extends z.ZodType, Once extends boolean> = {
  signal?: AbortSignal | undefined
} & Part<'query', z.input<Query>> &
  Part<'body', z.input<Body>> &
  (Once extends true ? { idempotencyKey: string } : { idempotencyKey?: undefined })

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [key in Key]?: undefined }
  : { [key in Key]: Value }

export type Arguments<Query extends z.ZodType, Body extends z.ZodType, Once extends boolean = false> =
  object extends CallOptions<Query, Body, Once>
    ? [options?: CallOptions<Query, Body, Once>]
    : [options: CallOptions<Query, Body, Once>]

const JSON_TYPE = 'application/json'

/** Calls a JSON endpoint. @throws Offline, NetworkFailure, Outdated, Refused, SignedOut; the signal's reason */
export async function call<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Once extends boolean,
>(endpoint: Endpoint<Query, Body, Reply, Once>, ...[options]: Arguments<Query, Body, Once>): Promise<z.output<Reply>> {
  return callJson(endpoint, options ?? {})
}

/** {@link call}, generic over endpoints. */
export async function callJson<Reply extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, z.ZodType, Reply>,
  options: Sendable,
): Promise<z.output<Reply>> {
  const { bytes, response } = await send(endpoint, options, JSON_TYPE)
  const reply = endpoint.reply.safeParse(parseAnswer(response, bytes))
  if (!reply.success) throw outdated(reply.error)
  return reply.data
}

function outdated(cause: unknown): Outdated {
  lookForNewerVersion()
  return new Outdated({ cause })
}

function parseAnswer(response: Response, bytes: Uint8Array<ArrayBuffer>): unknown {
  const text = new TextDecoder().decode(bytes)
  if (response.headers.get('content-type')?.startsWith('text/plain')) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    // Every version of the server answers in JSON: a proxy or a captive portal did not, or it broke off.
    throw new NetworkFailure(NOT_WHOLE, { cause })
  }
}

const NOT_WHOLE =
  'The answer did not arrive whole, or something on the network answered in place of Doorstep. Check your connection and try again.'

/** Calls an endpoint for its Arrow stream. @throws as {@link call} */
export async function callArrow<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Query, Body, Reply, false>,
  ...[options]: Arguments<Query, Body>
): Promise<ArrayBuffer> {
  const { bytes, response } = await send(endpoint, options ?? {}, ARROW_MEDIA_TYPE)
  if (!response.headers.get('content-type')?.startsWith(ARROW_MEDIA_TYPE)) throw outdated(undefined)
  return bytes.buffer
}

export interface DownloadedFile {
  readonly blob: Blob
  readonly name: string | null
}

/** Calls an endpoint that answers with an attachment. @throws as {@link call} */
export async function callFile<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Query, Body, Reply, false>,
  ...[options]: Arguments<Query, Body>
): Promise<DownloadedFile> {
  const { bytes, response } = await send(
    endpoint,
    options ?? {},
    endpoint.produces === 'pdf' ? 'application/pdf' : 'text/csv',
  )
  const type = response.headers.get('content-type') ?? ''
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: new Blob([bytes], { type }), name: name ?? null }
}

interface Answer {
  readonly response: Response
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Sendable {
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  query?: unknown
  body?: unknown
}

/** Sends a call; `onPiece` gets each piece of a success. */
export async function send(
  endpoint: Endpoint,
  { query, body, signal, idempotencyKey }: Sendable,
  accept: string,
  onPiece?: (piece: Uint8Array) => void,
): Promise<Answer> {
  const isOffline = await isServerUnreachable()
  signal?.throwIfAborted()
  if (isOffline) throw whyUnreachable()
  if (!endpoint.isRead) await changesAllowed()
  const logout = logoutSignal()
  const timer = new SilenceTimer()
  // A change may have been made: wait for its answer.
  const silence = endpoint.isRead ? abortWhenSilent() : null
  timer.start()
  try {
    const response = await fetch(address(endpoint, query), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        accept,
        ...personHeaders(endpoint),
        ...(endpoint.method === 'POST' ? { 'content-type': JSON_TYPE } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(endpoint.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      signal: AbortSignal.any([
        logout,
        timer.signal,
        ...(silence ? [silence.signal] : []),
        ...(signal ? [signal] : []),
      ]),
    })
    notePerson(endpoint, response)
    const bytes = await readBody(response, timer, response.ok ? onPiece : undefined)
    if (!response.ok) throw refusal(response.status, bytes)
    return { response, bytes }
  } catch (error) {
    if (logout.aborted) await new Promise(() => {})
    throw worded(error, signal)
  } finally {
    timer.stop()
    silence?.stop()
  }
}

function whyUnreachable(): Offline {
  if (isServerIntercepted()) return new Intercepted()
  return isServerUnresponsive() ? new Unresponsive() : new Offline()
}

function address(endpoint: Endpoint, query: unknown): string {
  if (typeof query !== 'object' || query === null) return endpoint.path
  const values = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(values).toString()
  return search === '' ? endpoint.path : `${endpoint.path}?${search}`
}

function refusal(status: number, bytes: Uint8Array<ArrayBuffer>): Refused {
  const fault = parsedFault(bytes)
  if (status === 401) {
    notifySignedOut()
    return new SignedOut(fault?.detail)
  }
  if (fault?.code === ANOTHER_PERSON) notifyAnotherPerson()
  // 403 always reads 'unauthorized'.
  const message = status === 403 ? 'unauthorized' : fault?.detail || GENERIC_FALLBACK
  return new Refused(status, message, fault?.code, fault?.fields, fault?.letter)
}

/** A proxy's error body may lack fields. */
const readableFault = faultSchema.extend({
  code: faultSchema.shape.code.catch(''),
  fields: faultSchema.shape.fields.catch(undefined),
  letter: faultSchema.shape.letter.catch(undefined),
})

function parsedFault(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return readableFault.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data
  } catch {
    return undefined // A proxy's HTML, or nothing.
  }
}

function worded(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof Refused || error instanceof Offline) return error
  if (signal?.aborted || isAborted(error)) return error
  reportUnreachable()
  if (error instanceof NetworkFailure) return error
  return navigator.onLine ? new NetworkFailure(undefined, { cause: error }) : new Offline()
}
