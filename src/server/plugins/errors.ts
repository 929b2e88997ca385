import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { badRequest, Fault, invalidInput, notFound } from '../faults'
import { fieldFaults } from './fieldFaults'

/** Turns whatever goes wrong into `{ detail, code, fields }`; what nobody foresaw is logged and hidden. */
export function errorsPlugin(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = asFault(error, request)
    if (fault.status >= 500) request.log.error({ err: error }, 'The request failed')
    // An answer that had begun as a stream or a file may have left its own headers.
    void reply.status(fault.status).type('application/json').send(fault.body)
  })
}

/** The error as the caller may read it. */
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
      return notFound('There is nothing at this address.')
    case 400:
      return badRequest('The request could not be read.')
  }
  if (error.statusCode && error.statusCode > 400 && error.statusCode < 500) {
    return new Fault(error.statusCode, 'bad_request', 'The request could not be read.')
  }
  return somethingWentWrong(request.id)
}

/** What people read when the fault is ours; the number finds the log line. */
const somethingWentWrong = (requestId: string) =>
  new Fault(
    500,
    'internal_error',
    `Something went wrong on our side. Try again; if it happens again, tell your helpdesk this number: ${requestId}`,
  )
