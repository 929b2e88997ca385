import type { Config } from '../config'
import { diskFault, hasCode } from './operator'

type Listening = Pick<Config, 'port' | 'host'> & Partial<Pick<Config, 'metricsPort'>>

/** In words for the operator. */
export function explainStart(error: unknown, config?: Listening & Pick<Config, 'dataFolder'>): string {
  if (!(error instanceof Error)) return String(error)
  if (!config) return error.message
  return explainListening(error, config) ?? diskFault(error, config.dataFolder)?.message ?? withoutValues(error)
}

/** A failed query's message quotes all its values. */
const withoutValues = ({ message, cause }: Error): string =>
  message.startsWith('Failed query') && cause instanceof Error
    ? `The records refused a statement: ${cause.message}.${
        hasCode(cause, UNTRANSLATABLE_CHARACTER)
          ? ' Have them in a database that is UTF-8: doorstep doctor says how.'
          : ''
      }`
    : message

const UNTRANSLATABLE_CHARACTER = '22P05'

function explainListening(error: Error, { port, metricsPort, host }: Listening): string | undefined {
  const code = 'code' in error ? error.code : undefined
  const call = 'syscall' in error ? error.syscall : undefined
  if (call === 'getaddrinfo' && 'hostname' in error && error.hostname === host)
    return `The host ${host} is not known on this machine. Set HOST to localhost, or to an address of this machine.`
  if (call !== 'listen') return undefined
  const isOfMetrics = metricsPort !== undefined && 'port' in error && error.port === metricsPort
  switch (code) {
    case 'EADDRINUSE':
      if (port === metricsPort)
        return `PORT and DOORSTEP_METRICS_PORT are both ${port}. Choose another for one of them.`
      if (isOfMetrics)
        return `Port ${metricsPort} is in use by another program. Stop that program, or choose another DOORSTEP_METRICS_PORT.`
      return `Port ${port} is in use by another program. Stop that program, or set another port: PORT=${port + 1}`
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine. Set HOST to localhost, to one of its addresses, or to 0.0.0.0 for all of them.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Set a port from 1024 on: PORT=3001`
  }
  return undefined
}
