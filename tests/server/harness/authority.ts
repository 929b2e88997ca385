/** A certificate authority that no system trusts, and servers and a proxy that stand behind it. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  /** Its own certificate, in PEM. */
  readonly pem: string
  readonly file: string
  /** For localhost, 127.0.0.1 and every name in council.test. @param days negative: it has expired */
  issue(days?: number): Certificate
  remove(): void
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes an authority with openssl. */
export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-authority-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' })
  openssl('req', '-x509', ...KEY, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '2', '-subj', '/CN=Tests')
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost,DNS:*.council.test,IP:127.0.0.1')
  return {
    pem: readFileSync(at('ca.pem'), 'utf8'),
    file: at('ca.pem'),
    issue(days = 2) {
      openssl('req', ...KEY, '-keyout', at('key'), '-out', at('request'), '-subj', '/CN=council.test')
      const by = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')]
      openssl('x509', '-req', '-in', at('request'), ...by, '-days', String(days), '-out', at('cert'))
      return { key: readFileSync(at('key'), 'utf8'), cert: readFileSync(at('cert'), 'utf8') }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function listening<S extends Server>(server: S): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Starts a server that answers over TLS. */
export const startTlsServer = (certificate: Certificate, answer: RequestListener) =>
  listening(createTlsServer(certificate, answer))

/** Starts a proxy that knows CONNECT alone, and finds every host on this machine. */
export async function startProxy() {
  /** What it was asked to connect to. */
  const asked: string[] = []
  const logins: (string | undefined)[] = []
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    asked.push(request.url ?? '')
    logins.push(request.headers['proxy-authorization'])
    const there = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      there.pipe(client).pipe(there)
    })
    there.on('error', () => client.destroy())
    client.on('error', () => there.destroy())
  })
  return { asked, logins, ...(await listening(server)) }
}

/** Puts TLS, begun as PostgreSQL has it, before a PostgreSQL that knows none. */
export const startTlsBeforePostgres = ({ key, cert }: Certificate, port: number) =>
  listening(
    createTcpServer((client) => {
      client.on('error', () => client.destroy())
      client.once('data', () => {
        client.write('S')
        const secure = new TLSSocket(client, { isServer: true, key, cert })
        const there = connect(port, '127.0.0.1')
        for (const end of [secure, there]) end.on('error', () => client.destroy())
        secure.pipe(there).pipe(secure)
      })
    }),
  )
