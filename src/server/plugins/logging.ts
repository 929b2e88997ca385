/**
 * No personal data in logs: only method and path, and errors without quoted, e-mail-like or numeric parts, because
 * database errors quote values.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyServerOptions } from 'fastify'
import type { Config } from '../config'

/** Replaces standard output in tests. */
export interface LogStream {
  write(line: string): void
}

/** Fastify's logger and request ids. */
export function loggingOptions(
  config: Pick<Config, 'logLevel'>,
  stream?: LogStream,
): Pick<FastifyServerOptions, 'logger' | 'genReqId'> {
  return {
    // Never from a header: callers must not write into the log.
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

/** Uploaded files may be named after people. */
const withoutFileNames = (path: string): string => path.replace(/^\/files\/.*/s, '/files/…')

/** The path without its query. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

/** pino's serialisers return open records. */
interface DescribedError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  cause?: DescribedError
}

/** An error without the values it may quote. */
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
  }
}

function withoutValues(message: string): string {
  return message
    .replace(/\nparams:[\s\S]*$/, '') // drizzle: a failed query's values
    .replace(/=\([^)]*(?:\)|$)/g, '=(…)') // PostgreSQL: Key (email)=(…) already exists
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"…"')
    .replace(/\S+/g, (word) => (word.includes('@') ? '…' : word))
    .replace(/\d{4,}/g, '…')
}
