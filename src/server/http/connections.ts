/** Errors before routing still get a worded answer with the security headers. */
import type { FastifyHttpOptions } from 'fastify'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config'
import { badRequest, Fault } from './faults'
import { bareSecurityHeaders } from './securityHeaders'

/** Milliseconds. */
export interface Timeouts {
  readonly headers: number
  /** Allows for an upload over a slow connection. */
  readonly request: number
  readonly idle: number
  readonly checkEvery: number
}

const TIMEOUTS: Timeouts = { headers: 30_000, request: 5 * 60_000, idle: 2 * 60_000, checkEvery: 10_000 }

/** Time-outs of connections, and answers to what fails before routing. */
export function connectionOptions(config: Pick<Config, 'secure'>, timeouts: Timeouts = TIMEOUTS) {
  return {
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.idle,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkEvery },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
      // Never into another answer.
      if (socket.writable && socket.bytesWritten === 0) socket.write(bareAnswer(makeFault(error), config))
      socket.destroy()
    },
  } satisfies FastifyHttpOptions<Server>
}

function makeFault({ code }: NodeJS.ErrnoException): Fault {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Fault(408, 'too_slow', 'The request took too long to arrive. Try again.')
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Fault(
      431,
      'headers_too_large',
      'The address or the cookies are too long. Clear the cookies of this site and try again.',
    )
  }
  return badRequest('The request could not be read.')
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function bareAnswer(fault: Fault, config: Pick<Config, 'secure'>): string {
  const body = JSON.stringify(fault.body)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...bareSecurityHeaders(config),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${fault.status} ${REASONS[fault.status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}
