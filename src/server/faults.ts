import type { FaultBody } from '#contract/fault'

/**
 * A refusal that the caller may read. Anything thrown that is not a Fault becomes a 500 whose
 * text is hidden (see plugins/errors.ts).
 */
export class Fault extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined

  constructor(status: number, code: string, detail: string, fields?: Record<string, string>) {
    super(detail)
    this.name = 'Fault'
    this.status = status
    this.code = code
    this.fields = fields
  }

  /** The refusal that another process of the server has made. */
  static from({
    status,
    code,
    detail,
  }: {
    readonly status: number
    readonly code: string
    readonly detail: string
  }): Fault {
    return new this(status, code, detail)
  }

  /** The fault as it goes over the wire. */
  get body(): FaultBody {
    return { detail: this.message, code: this.code, ...(this.fields ? { fields: this.fields } : {}) }
  }
}

/** 400: the request makes no sense. */
export const badRequest = (detail: string, code = 'bad_request') => new Fault(400, code, detail)
/** 401: there is no session. */
export const notSignedIn = () => new Fault(401, 'not_signed_in', 'You are not signed in. Sign in and try again.')
/** 403, in the one word that tells nothing more. */
export const unauthorized = () => new Fault(403, 'unauthorized', 'unauthorized')
/** 404: not there, or not for this person to know of. */
export const notFound = (detail: string) => new Fault(404, 'not_found', detail)
/** 409: what the records hold by now does not let it happen. */
export const conflict = (detail: string, code = 'conflict') => new Fault(409, code, detail)

/** Bad input; `fields` says by path what is wrong with each part. */
export const invalidInput = (fields: Record<string, string>, detail?: string) =>
  new Fault(422, 'invalid_input', detail ?? Object.values(fields)[0] ?? 'The request is not valid.', fields)
