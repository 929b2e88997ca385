import { z } from 'zod'

/*
 * Everything that comes from outside has a length, and that is looked at before anything else looks at what is there:
 * a pattern or a check of each element is never asked about 100 kB. A test walks the contract for it.
 */

/** Text of so many characters at most. What is asked of it besides is not asked of a longer one. */
export const text = (most: number, message?: string) => z.string().max(most, { abort: true, error: message })

/** A UUID, as ids of ours are. */
export const uuid = text(36).check(z.uuid())

/** Lists that {@link atMost} has bounded, and by how much. */
export const listBounds = z.registry<{ readonly most: number }>()

/** The list, of so many elements at most: a longer one is refused before its elements are read. */
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
