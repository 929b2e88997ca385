/**
 * Policy: the log holds no personal data. A request is its method and path (never the query, a
 * body, a cookie or the caller's address); an error is its kind, its place in the code and its
 * words with everything quoted, e-mail-like or numeric taken out, because database errors quote values.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyServerOptions } from 'fastify'
import type { Config } from '../config'

/** Where log lines go instead of standard output; tests read them. */
export interface LogStream {
  write(line: string): void
}

/** Fastify's logger (pino, one JSON object a line) and request numbers. */
export function loggingOptions(
  config: Pick<Config, 'logLevel'>,
  stream?: LogStream,
): Pick<FastifyServerOptions, 'logger' | 'genReqId'> {
  return {
    // Not taken from a header: callers must not be able to write into the log.
    genReqId: () => randomUUID(),
    logger: {
      level: config.logLevel,
      ...(stream ? { stream } : {}),
      base: null,
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: withoutFileNames(pathOf(request.url)),
        }),
        err: describeError,
      },
    },
  }
}

/** People name the files that they upload, perhaps after people. */
const withoutFileNames = (path: string): string => path.replace(/^\/files\/.*/s, '/files/…')

/** The path without its query. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

/** An index signature, because pino's serialisers answer open records. */
interface DescribedError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  cause?: DescribedError
}

/** An error without the values that it may quote. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is not an error was thrown', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: withoutValues(error.message),
    // Only the frames: the first lines repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(code ? { code } : {}),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

function withoutValues(message: string): string {
  return message
    .replace(/\nparams:[\s\S]*$/, '') // drizzle: the values of a failed query
    .replace(/=\([^)]*(?:\)|$)/g, '=(…)') // PostgreSQL: Key (email)=(…) already exists
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"…"')
    .replace(/\S+/g, (word) => (word.includes('@') ? '…' : word))
    .replace(/\d{4,}/g, '…')
}
