import { z } from 'zod'

/* Lengths first: no pattern or element check runs on oversized input (a test walks the contract). */

/** Later checks skip longer texts. */
export const text = (most: number, message?: string) => z.string().max(most, { abort: true, error: message })

export const uuid = text(36).check(z.uuid())

/** Bounds of {@link atMost}, for that test. */
export const listBounds = z.registry<{ readonly most: number }>()

/** Refuses longer lists unparsed. */
export function atMost<Element extends z.ZodType>(most: number, list: z.ZodArray<Element>) {
  return z
    .preprocess((given: z.input<Element>[], context) => {
      if (Array.isArray(given) && given.length > most) {
        context.issues.push({
          code: 'too_big',
          origin: 'array',
          maximum: most,
          inclusive: true,
          input: given,
          continue: false,
        })
      }
      return given
    }, list)
    .register(listBounds, { most })
}
