import type pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { trustedContext } from '../lib/certificates'

/** Trusts DOORSTEP_CA_FILE's authorities, unless the address names a certificate (`sslrootcert`). */
export function connectTo(url: string): pg.ClientConfig {
  const secureContext = trustedContext()
  const parsed = parseIntoClientConfig(url)
  if (!secureContext || !parsed.ssl) return { connectionString: url }
  const given = parsed.ssl === true ? {} : parsed.ssl
  return given.ca ? parsed : { ...parsed, ssl: { ...given, secureContext } }
}
