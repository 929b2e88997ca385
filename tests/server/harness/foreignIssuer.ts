/** An OpenID Connect issuer of somebody else: a server of its own, which signs in as whomever the test says. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { generateKeyPairSync } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { decodeJwt, SignJWT, type JWTPayload } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'
import { z } from 'zod'
import { freePort } from './freePort'

/** Its other client, of somebody who shares the issuer. */
export const OTHER_CLIENT = 'doorstep-of-the-provider'

export const CLIENT_SECRET = 'a-secret-that-the-tests-agreed-on'

/** A tenant of Entra ID, as it stands in the path of its issuer. */
export const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'

export interface ForeignIssuer {
  readonly url: string
  /** Says `iss` in every return of a browser and promises that, as RFC 9207 has it; Entra ID does neither. */
  sendsIss: boolean
  /** Runs while a code is redeemed. */
  meanwhile: () => Promise<unknown>
  /** What it says of the next person who signs in; nothing that is not named here. */
  claims: Record<string, unknown>
  /** What its ID tokens say otherwise than they should, though it signs that. */
  untrue: Record<string, unknown>
  /** How its token endpoint refuses, whatever it is asked. */
  refusal: { readonly error: string; readonly error_description: string } | undefined
  clockAheadSeconds: number
  /** Goes through its pages as a browser of its own. @returns where it sends the browser back to */
  visit(address: string): Promise<string>
  close(): Promise<void>
}

/** Starts an issuer that knows Doorstep at this address as its client, with these redirect addresses. */
export async function startForeignIssuer(doorstep: string, ...redirectPaths: string[]): Promise<ForeignIssuer> {
  const port = await freePort()
  const path = `/${TENANT}/v2.0`
  const url = `http://localhost:${port}${path}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const settings: Omit<ForeignIssuer, 'url' | 'visit' | 'close'> = {
    claims: {},
    untrue: {},
    refusal: undefined,
    clockAheadSeconds: 0,
    sendsIss: true,
    meanwhile: () => Promise.resolve(),
  }
  const provider = new Provider(url, {
    clients: ['doorstep', OTHER_CLIENT].map((client_id) => ({
      client_id,
      client_secret: CLIENT_SECRET,
      redirect_uris: redirectPaths.map((path) => doorstep + path),
      post_logout_redirect_uris: [`${doorstep}/login`],
      response_types: ['code'],
    })),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'tests' }] },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub', 'tid', 'idp', 'amr', 'groups', '_claim_names'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name'],
    },
    // Entra ID puts them into the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: ['tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${path}/finish/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => {
        await settings.meanwhile()
        return { sub, ...settings.claims }
      },
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  } satisfies Configuration)
  provider.use(async (context, next) => {
    await next()
    context.set('date', new Date(Date.now() + settings.clockAheadSeconds * 1_000).toUTCString())
    if (context.path.endsWith('/token')) {
      if (settings.refusal) Object.assign(context, { status: 401, body: settings.refusal })
      const body = z.looseObject({ id_token: z.string() }).safeParse(context.body).data
      if (body) context.body = { ...body, id_token: await signed({ ...decodeJwt(body.id_token), ...settings.untrue }) }
    }
    if (settings.sendsIss) return
    const location = context.response.get('location')
    if (URL.canParse(location)) context.set('location', withoutIss(location))
    if (context.path.endsWith('/.well-known/openid-configuration')) {
      Object.assign(context.body as object, { authorization_response_iss_parameter_supported: undefined })
    }
  })
  const signed = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'tests' }).sign(privateKey)
  const answer = provider.callback()
  // On a busy machine a connection is used again long after; it must not be closed meanwhile.
  const server = createServer({ keepAliveTimeout: 300_000 }, (request, response) => {
    const inside = (request.url ?? '').slice(path.length)
    if (inside.startsWith('/finish/')) {
      const { amr } = settings.claims
      const login = { accountId: 'somebody', ...(Array.isArray(amr) && { amr: amr.map(String) }) }
      void provider.interactionFinished(request, response, { login })
      return
    }
    Object.assign(request, { originalUrl: request.url, url: inside })
    void answer(request, response)
  }).listen(port)
  await once(server, 'listening')
  return Object.assign(settings, {
    url,
    visit: (address: string) => visit(address, doorstep),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

function withoutIss(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('iss')
  return url.href
}

async function visit(address: string, until: string): Promise<string> {
  const cookies = new Map<string, string>()
  let current = address
  for (let hops = 0; hops < 10 && !current.startsWith(until); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(current, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`The issuer sent nobody on: ${response.status} ${await response.text()}`)
    current = new URL(next, current).href
  }
  return current
}

/** An issuer that redirects browsers to another one with the state it was given, to be handed the other's code. */
export interface HostileIssuer {
  readonly url: string
  sendsIss: boolean
  /** The codes that Doorstep has handed to it. */
  readonly codes: string[]
  close(): Promise<void>
}

/** Starts a hostile issuer; the test itself sends the browser on. */
export async function startHostileIssuer(): Promise<HostileIssuer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { sendsIss: false, codes: [] as string[] }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const code = new URLSearchParams(body).get('code')
      if (code) settings.codes.push(code)
      response.writeHead(code ? 400 : 200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          issuer: url,
          authorization_endpoint: `${url}/authorise`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          authorization_response_iss_parameter_supported: settings.sendsIss,
        }),
      )
    })
  }).listen(port)
  await once(server, 'listening')
  return Object.assign(settings, {
    url,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
