/**
 * No personal data in logs: method and path only, and errors without quoted, e-mail-like or numeric parts, because
 * database errors quote values.
 */
import { randomUUID } from 'node:crypto'
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config'
import { PROCESS } from '../lib/build'

/** Replaces standard output in tests. */
export interface LogStream {
  write(line: string): void
}

/** Fastify's logger and request ids. */
export function loggingOptions(
  config: Pick<Config, 'logLevel'>,
  { logTo, isTerminal = false }: { readonly logTo?: LogStream; readonly isTerminal?: boolean },
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  const stream = logTo ?? (isTerminal ? forPeople(process.stdout) : undefined)
  return {
    // Never from a header: callers must not write into the log.
    genReqId: () => randomUUID(),
    logController: new RequestLog(),
    logger: {
      level: config.logLevel ?? (isTerminal ? 'warn' : 'info'),
      ...(stream ? { stream } : {}),
      base: PROCESS,
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: withoutFileNames(readPath(request.url)),
        }),
        err: describeError,
      },
    },
  }
}

class RequestLog extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    // Only the id: the person can be looked up in the database.
    const refused = reply.statusCode === 403 && request.person ? { person: request.person.userId } : {}
    const organisation = request.person?.organisationId
    const line = { organisation, req: request, res: reply, responseTime: reply.elapsedTime, ...refused }
    if (error) reply.log.error({ ...line, err: error }, 'request errored')
    else reply.log.info(line, 'request completed')
  }
}

const readLine = z.looseObject({
  level: z.number(),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
})

/** Log lines in words. */
export const forPeople = (out: LogStream): LogStream => ({
  write(line) {
    const { level, msg = '', err } = readLine.parse(JSON.parse(line))
    const kind = level >= 50 ? 'Error: ' : level >= 40 ? 'Warning: ' : ''
    out.write(`${new Date().toLocaleTimeString('en-GB')} ${kind}${msg}${err ? ` (${err.message})` : ''}\n`)
  },
})

/** Uploaded files may be named after people. */
const withoutFileNames = (path: string): string => path.replace(/^\/files\/.*/s, '/files/…')

/** The path without its query. */
export const readPath = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

interface DescribedError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  cause?: DescribedError
  errors?: DescribedError[]
}

/** Without the values it may quote. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is not an error was thrown', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: withoutValues(error.message),
    // The first lines repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(code ? { code } : {}),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  }
}

function withoutValues(message: string): string {
  return withoutSingleQuoted(message)
    .replace(/\nparams:[\s\S]*$/, '') // drizzle: a failed query's values
    .replace(/=\([^)]*(?:\)|$)/g, '=(…)') // PostgreSQL: Key (email)=(…) already exists
    .replace(/"[^"]*"|`[^`]*`/g, '"…"')
    .replace(/\S+/g, (word) => (word.includes('@') ? '…' : word))
    .replace(/\d{4,}/g, '…')
}

/** Between letters, or after one with nothing open, it is an apostrophe. */
function withoutSingleQuoted(message: string): string {
  const isLetter = (at: number) => /\p{L}/u.test(message.charAt(at))
  let kept = ''
  let opened: number | undefined
  for (let at = 0; at < message.length; at++) {
    const isQuote = message.charAt(at) === "'" && !(isLetter(at - 1) && (opened === undefined || isLetter(at + 1)))
    if (isQuote && opened !== undefined) kept += '"…"'
    if (isQuote) opened = opened === undefined ? at : undefined
    else if (opened === undefined) kept += message.charAt(at)
  }
  return opened === undefined ? kept : `${kept}"…"`
}
