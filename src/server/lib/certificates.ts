import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as tls from 'node:tls'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * From a PEM file.
 * @returns a sentence where none is usable
 */
export function readCertificates(file: string): readonly string[] | { readonly fault: string } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return { fault: `DOORSTEP_CA_FILE names ${file}, which this user cannot read: correct its path or its rights.` }
  }
  const found = text.match(PEM) ?? []
  if (found.length > 0 && found.every(isCertificate)) return found
  return {
    fault:
      `DOORSTEP_CA_FILE names ${file}, which holds ${found.length > 0 ? 'a damaged' : 'no'} certificate: it must be a PEM ` +
      'file, with -----BEGIN CERTIFICATE----- before each.',
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

let context: tls.SecureContext | undefined

/** In the whole process. */
export function trustCertificates(certificates: readonly string[]): void {
  context =
    certificates.length > 0 ? tls.createSecureContext({ ca: [...defaultCertificates(), ...certificates] }) : undefined
}

/** Undefined: Node's defaults. Shared, because making one is slow. */
export const trustedContext = (): tls.SecureContext | undefined => context

/** Includes NODE_EXTRA_CA_CERTS, from Node 22.15 on. */
function defaultCertificates(): readonly string[] {
  // The types are those of Node 20, which lacks it.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] }
  return getCACertificates?.('default') ?? tls.rootCertificates
}
