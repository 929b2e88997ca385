import { OperatorFault } from '../lib/operator'

/** Why PostgreSQL is out of reach, and the cure: by error codes of Node and PostgreSQL. */
export function connectionFault(error: unknown, url: string): OperatorFault {
  const { host, hostname, pathname, username } = new URL(url)
  const { code, message } = findFirst(error)
  const words = explain(code, {
    host,
    hostname,
    login: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  })
  return new OperatorFault(
    words ??
      (message === NO_TLS
        ? `PostgreSQL at ${host} offers no TLS, which DATABASE_URL asks for. Switch it on there (ssl = on), or correct sslmode.`
        : undefined) ??
      `PostgreSQL does not answer at ${host} (${code ?? message}). Start it, or correct host and port of DATABASE_URL.`,
    { cause: error },
  )
}

/** An error of `pg` that has no code. */
const NO_TLS = 'The server does not support SSL connections'

interface Asked {
  readonly host: string
  readonly hostname: string
  readonly login: string
  readonly database: string
}

function explain(code: string | undefined, { host, hostname, login, database }: Asked): string | undefined {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${hostname} of DATABASE_URL is not known on this machine. Correct it, or this machine’s name server.`
    // invalid_password, invalid_authorization_specification
    case '28P01':
    case '28000':
      return `PostgreSQL at ${host} does not let the login ${login} in. Correct login and password of DATABASE_URL, or pg_hba.conf.`
    // invalid_catalog_name
    case '3D000':
      return `PostgreSQL at ${host} has no database ${database}. Make it, or correct DATABASE_URL.`
    // too_many_connections
    case '53300':
      return `PostgreSQL at ${host} has no connection left. Raise its max_connections, or stop what holds them.`
    // cannot_connect_now
    case '57P03':
      return `PostgreSQL at ${host} is starting or stopping. Start Doorstep again in a moment.`
    case 'CERT_HAS_EXPIRED':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of PostgreSQL at ${host} is not trusted (${code}). Name your authority’s certificate in DOORSTEP_CA_FILE, or renew PostgreSQL’s.`
  }
  return undefined
}

/** On localhost, IPv6 and IPv4 are tried: the error of both says nothing itself. */
function findFirst(error: unknown): { code: string | undefined; message: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return { code: undefined, message: String(first) }
  return { code: 'code' in first ? String(first.code) : undefined, message: first.message }
}
