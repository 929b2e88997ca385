import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Config } from '../config'
import { badRequest, Fault, invalidInput, nothingHere } from './faults'
import { diskFault, NoRoom, RecordsLost, type OperatorFault } from '../lib/operator'
import { fieldFaults } from './fieldFaults'

/** Answers `{ detail, code, fields }`; unexpected errors are logged and hidden. */
export function errorsPlugin(app: FastifyInstance, { dataFolder }: Pick<Config, 'dataFolder'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const operators = error instanceof Fault ? undefined : diskFault(error, dataFolder)
    const fault = operators ? needsOperator(operators, request.id) : asFault(error, request)
    // A client leaving mid-answer is no fault of ours.
    const hasLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
    if (fault.status >= 500 && !hasLeft) request.log.error({ err: error }, operators?.message ?? 'The request failed')
    if (fault.status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS)
    // A failed stream or file may have set its own headers.
    void reply.status(fault.status).type('application/json').send(fault.body)
  })
}

const RETRY_AFTER_SECONDS = 30

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const AWAY_CODES =
  /^(08\w{3}|57P0[1-4]|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE)$/
/** node-postgres gives these no code. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isAway)) return true
  if (!(error instanceof Error)) return false
  const hasCode = 'code' in error && typeof error.code === 'string' && AWAY_CODES.test(error.code)
  return hasCode || AWAY_WORDS.test(error.message) || isAway(error.cause)
}

function asFault(error: FastifyError, request: FastifyRequest): Fault {
  if (error instanceof Fault) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidInput(fieldFaults(error.validation, error.validationContext))
  }
  switch (error.statusCode) {
    case 413:
      return new Fault(413, 'too_large', 'The request is too large.')
    case 415:
      return new Fault(415, 'unsupported_media_type', 'The request must be JSON.')
    case 404:
      return nothingHere()
    case 400:
      return badRequest('The request could not be read.')
  }
  if (error.statusCode && error.statusCode > 400 && error.statusCode < 500) {
    return new Fault(error.statusCode, 'bad_request', 'The request could not be read.')
  }
  if (isAway(error)) {
    return recordsAway()
  }
  return somethingWentWrong(request.id)
}

const recordsAway = () =>
  new Fault(503, 'unavailable', "Doorstep's records do not answer at the moment. Wait a minute and try again.")

function needsOperator(fault: OperatorFault, requestId: string): Fault {
  if (fault instanceof RecordsLost) return recordsAway()
  return fault instanceof NoRoom
    ? new Fault(
        503,
        'no_room',
        `Our server has no room left, so nothing was saved. Try again later; if it happens again, tell your helpdesk this number: ${requestId}`,
      )
    : new Fault(
        503,
        'needs_operator',
        `Something on our server has to be put right before this can be shown. Tell your helpdesk this number: ${requestId}`,
      )
}

const somethingWentWrong = (requestId: string) =>
  new Fault(
    500,
    'internal_error',
    `Something went wrong on our side. Try again; if it happens again, tell your helpdesk this number: ${requestId}`,
  )
