import type { FastifySchemaValidationError } from 'fastify/types/schema'

/** By path, such as `filter_request_list.0.filter_name`. */
export function fieldFaults(
  issues: readonly FastifySchemaValidationError[],
  part: string | undefined,
): Record<string, string> {
  const whole = part === 'querystring' ? 'query' : (part ?? 'body')
  // Bounds the answer to a huge bad request.
  return Object.fromEntries(
    issues.slice(0, 20).map((issue) => [issue.instancePath.slice(1).replaceAll('/', '.') || whole, words(issue)]),
  )
}

function words({ keyword, params, message }: FastifySchemaValidationError): string {
  if (message?.includes('received undefined')) return 'This is required.'
  switch (keyword) {
    case 'invalid_type':
      return `This must be ${kinds[String(params.expected)] ?? 'of another kind'}.`
    case 'too_big':
      return tooMuch(params)
    case 'too_small':
      return `This is too small or too short: at least ${String(params.minimum)}.`
    case 'invalid_value':
      return Array.isArray(params.values)
        ? `This must be one of: ${params.values.join(', ')}.`
        : 'This value is not known.'
    case 'invalid_format':
      return 'This is not in the right form.'
    default:
      return message && !message.startsWith('Invalid') ? message : 'This is not valid.'
  }
}

function tooMuch(params: FastifySchemaValidationError['params']): string {
  const maximum = Number(params.maximum).toLocaleString('en-GB')
  if (params.origin === 'array') return `There are too many: at most ${maximum}.`
  if (params.origin === 'string') return `This is too long: at most ${maximum} characters.`
  return `This is too large: at most ${maximum}.`
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  undefined: 'left out',
  null: 'null',
}
