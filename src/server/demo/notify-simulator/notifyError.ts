/** A refusal in the form of Notify's API. */
export class NotifyError extends Error {
  override readonly name = 'NotifyError'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }

  get body() {
    return { status_code: this.status, errors: [{ error: this.code, message: this.message }] }
  }
}

/** What Notify answers to a request that asks for what cannot be. */
export const badRequest = (message: string) => new NotifyError(400, 'BadRequestError', message)
/** What Notify answers to a request that is not of its form. */
export const invalid = (message: string) => new NotifyError(400, 'ValidationError', message)
/** What Notify answers to more calls in a minute than it takes. */
export const tooFast = (perMinute: number) =>
  new NotifyError(
    429,
    'RateLimitError',
    `Exceeded rate limit for key type LIVE of ${perMinute} requests per 60 seconds`,
  )
