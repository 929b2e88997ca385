/** In the form of Notify's API. */
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

/** An impossible request. */
export const badNotifyRequest = (message: string) => new NotifyError(400, 'BadRequestError', message)
/** A malformed request. */
export const invalid = (message: string) => new NotifyError(400, 'ValidationError', message)
/** Too many calls in a minute. */
export const tooFast = (perMinute: number) =>
  new NotifyError(
    429,
    'RateLimitError',
    `Exceeded rate limit for key type LIVE of ${perMinute} requests per 60 seconds`,
  )
