import { Fault } from '../http/faults'
import { OperatorFault } from '../lib/operator'

const MAX_CHARACTERS = 300
const CODE = /^[A-Za-z0-9_]{1,40}$/

/** Without the error's message, which may quote people's data. */
export function describeReason(error: unknown): string {
  const known = listCauses(error).find((cause) => cause instanceof OperatorFault)
  if (known) return known.message.slice(0, MAX_CHARACTERS)
  const names = listCauses(error).map(readName)
  return names.length === 0
    ? 'It failed with something that is no error.'
    : `${names.join(', because of ')}. The log says more.`
}

const listCauses = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...listCauses(error.cause)].slice(0, 4) : []

function readName(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' && CODE.test(error.code) ? error.code : undefined
  const name = CODE.test(error.name) ? error.name : 'Error'
  if (error instanceof Fault) return `${name} ${error.status} ${error.code}`
  return code === undefined ? name : `${name} ${code}`
}
