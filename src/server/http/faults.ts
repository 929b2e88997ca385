import type { FaultBody, LetterRefusal } from '#contract/fault'

/** Shown to the caller; any other error becomes a 500 without its text. */
export class Fault extends Error {
  override readonly name = 'Fault'

  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly fields?: Record<string, string>,
    readonly letter?: LetterRefusal,
  ) {
    super(detail)
  }

  /** From another process. */
  static from({ status, code, detail }: Readonly<Record<'code' | 'detail', string>> & { status: number }): Fault {
    return new this(status, code, detail)
  }

  get body(): FaultBody {
    return {
      detail: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...(this.letter && { letter: this.letter }),
    }
  }
}

/** The request makes no sense. */
export const badRequest = (detail: string, code = 'bad_request') => new Fault(400, code, detail)
/** There is no session. */
export const notSignedIn = () => new Fault(401, 'not_signed_in', 'You are not signed in. Sign in and try again.')
/** Says nothing more on purpose. */
export const unauthorized = () => new Fault(403, 'unauthorized', 'unauthorized')
/** Missing, or not theirs to know about. */
export const notFound = (detail: string, code = 'not_found') => new Fault(404, code, detail)
/** Not in the current state. */
export const conflict = (detail: string, code = 'conflict') => new Fault(409, code, detail)

/** No such path, or none for this method. */
export const nothingHere = () => notFound('There is nothing at this address.')

/** `fields` maps paths to messages. */
export const invalidInput = (fields: Record<string, string>) =>
  new Fault(422, 'invalid_input', Object.values(fields)[0] ?? 'The request is not valid.', fields)

/** A placeholder that no household has. */
export const unknownPlaceholder = (unknown: readonly string[]) => {
  const names = unknown.map((name) => `((${name}))`).join(', ')
  const verb = unknown.length === 1 ? 'is not a placeholder' : 'are not placeholders'
  return new Fault(422, 'unknown_placeholder', `${names} ${verb} that a template can use.`)
}
