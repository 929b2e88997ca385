import type { Config } from '../config'
import { diskFault } from './operator'

/** A failed start or command in words for the operator. */
export function explainStart(error: unknown, config?: Pick<Config, 'port' | 'host' | 'dataFolder'>): string {
  if (!(error instanceof Error)) return String(error)
  if (!config) return error.message
  return explainListening(error, config) ?? diskFault(error, config.dataFolder)?.message ?? withoutValues(error)
}

/** A failed query's message quotes all its values. */
const withoutValues = ({ message, cause }: Error): string =>
  message.startsWith('Failed query') && cause instanceof Error
    ? `The records refused a statement: ${cause.message}.`
    : message

function explainListening(error: Error, { port, host }: Pick<Config, 'port' | 'host'>): string | undefined {
  const code = 'code' in error ? error.code : undefined
  const call = 'syscall' in error ? error.syscall : undefined
  if (call === 'getaddrinfo')
    return `The host ${host} is not known on this machine. Set HOST to localhost, or to an address of this machine.`
  if (call !== 'listen') return undefined
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=3001 npm start`
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine. Set HOST to localhost, to one of its addresses, or to 0.0.0.0 for all of them.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a port from 1024 on: PORT=3001 npm start`
  }
  return undefined
}
