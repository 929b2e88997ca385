/**
 * For organisations without an issuer: demo accounts use the published password where allowed, others their own. In
 * production only with `DOORSTEP_DEMO=1`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { nothingHere } from '../../http/faults'
import type { Organisation } from '../../modules/organisations/organisations/repo'
import type { EmbeddedIssuer } from '../../modules/organisations/sessions/signInIssuers'
import { packageRoot } from '../../lib/root'
import type { Services } from '../../services'
import { isPublished } from '../authorities/councils'
import { loadKeys, type Keys } from './keys'
import { messagePage, signInPage, type SignInPage } from './pages'
import { CLIENT_ID, createProvider, issuerUrl } from './provider'
import { createThrottle } from './throttle'

const slugSchema = z.object({ slug: z.string().regex(/^[a-z0-9-]{1,100}$/) })
/** Trimmed, so that the throttle counts one address once. */
const credentialsSchema = z.object({ email: z.string().max(254).trim(), password: z.string().max(200) })

const WRONG = 'The email address or the password is not right. Check both and try again.'
/** The same for every address: reveals no account. */
const CLOSED = 'The demo’s password does not open anything here. Sign in with a password of your own.'
const WAIT = 'There were too many wrong attempts for this email address. Wait 15 minutes and try again.'

/** Per IP address, which an office may share. */
const SIGN_INS_A_MINUTE = 60

/** Mounts `/oidc/{slug}`. @returns the issuer of organisations without their own */
export async function identityProvider(app: FastifyInstance, services: Services): Promise<EmbeddedIssuer> {
  const { config } = services
  if (!config.embeddedProvider) return () => undefined
  const keys = await loadKeys(config.dataFolder)
  const providers: Providers = {
    find: createProviderLookup(services, keys),
    readdress: createReaddressing(config.publicUrl),
  }

  const stylesheet = await readStylesheet()
  app.get('/oidc/identity-provider.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css').header('cache-control', 'no-cache').send(stylesheet),
  )
  await app.register(async (scope) => addSignInRoutes(scope, services, providers))
  await app.register(async (scope) => addProtocolRoutes(scope, providers))

  return ({ slug }) => ({
    url: issuerUrl(config.publicUrl, slug),
    clientId: CLIENT_ID,
    clientSecret: keys.clientSecret,
    sendsIss: true,
    trustedDomains: [],
  })
}

interface Providers {
  /** @throws Fault 404 for a slug without an embedded provider */
  readonly find: (request: FastifyRequest) => Promise<{ organisation: Organisation; provider: Provider }>
  /** Presents the request at the public URL, from which the provider builds addresses. */
  readonly readdress: (request: FastifyRequest) => RawRequest
}

type RawRequest = FastifyRequest['raw']

function createProviderLookup({ config, organisations, people }: Services, keys: Keys): Providers['find'] {
  const providers = new Map<string, Promise<Provider>>()
  return async (request) => {
    const slug = slugSchema.safeParse(request.params)
    const organisation = slug.success ? await organisations.findBySlug(slug.data.slug) : undefined
    if (!organisation || organisation.issuer) throw nothingHere()
    let provider = providers.get(organisation.slug)
    if (!provider) {
      provider = createProvider({ publicUrl: config.publicUrl, slug: organisation.slug, keys, people })
      providers.set(organisation.slug, provider)
    }
    return { organisation, provider: await provider }
  }
}

function createReaddressing(publicUrl: string): Providers['readdress'] {
  const { host, protocol } = new URL(publicUrl)
  return ({ raw }) => {
    raw.headers.host = host
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    delete raw.headers['x-forwarded-host']
    return raw
  }
}

function addSignInRoutes(scope: FastifyInstance, services: Services, { find, readdress }: Providers): void {
  const throttle = createThrottle()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const url = '/oidc/:slug/interaction/:uid'
  const options = {
    schema: { hide: true },
    config: { rateLimit: { max: SIGN_INS_A_MINUTE, timeWindow: '1 minute' } },
  }

  scope.get(url, options, async (request, reply) => {
    const { organisation, provider } = await find(request)
    const interaction = await findInteraction(provider, readdress(request), reply)
    if (!interaction) return sendExpired(reply)
    const { login_hint: hint } = interaction.params
    return sendPage(
      reply,
      200,
      signInPage({ organisation: organisation.name, email: typeof hint === 'string' ? hint : '' }),
    )
  })

  scope.post(url, options, async (request, reply) => {
    const { organisation, provider } = await find(request)
    if (!(await findInteraction(provider, readdress(request), reply))) return sendExpired(reply)
    const again = (page: Omit<SignInPage, 'organisation'>) =>
      sendPage(reply, 422, signInPage({ organisation: organisation.name, ...page }))
    const given = credentialsSchema.safeParse(request.body)
    if (!given.success) return again({ email: '', problem: WRONG })
    const { email, password } = given.data
    if (throttle.mustWait(email)) return again({ email, problem: WAIT })
    const person = await services.people.admission.findWithPassword(organisation.id, email, password)
    if (!person || (isPublished(password) && !person.isDemo)) {
      throttle.countFailure(email)
      return again({ email, problem: isPublished(password) && !(await isDemoOpen(services)) ? CLOSED : WRONG })
    }
    await endSessionOfAnother(provider, request, reply, person.id)
    const returnTo = await provider.interactionResult(readdress(request), reply.raw, {
      login: { accountId: person.id },
    })
    return reply.redirect(returnTo, 303)
  })
}

/** Somebody else's in this browser: the provider would lose the sign-in on its own way of ending it. */
async function endSessionOfAnother(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  const id = request.cookies[provider.cookieName('session')]
  const session = id === undefined ? undefined : await provider.Session.find(id)
  if (!session?.accountId || session.accountId === accountId) return
  const interaction = await provider.interactionDetails(request.raw, reply.raw)
  delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  await session.destroy()
}

async function findInteraction(provider: Provider, raw: RawRequest, reply: FastifyReply) {
  try {
    return await provider.interactionDetails(raw, reply.raw)
  } catch {
    // It throws only when this browser has no such interaction.
    return null
  }
}

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).type('text/html').send(page)

const sendExpired = (reply: FastifyReply) =>
  sendPage(
    reply,
    400,
    messagePage('This sign-in has ended', 'It took too long, or was finished elsewhere. Please start again.'),
  )

function addProtocolRoutes(scope: FastifyInstance, { find, readdress }: Providers): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.all('/oidc/:slug/*', { schema: { hide: true } }, async (request, reply) => {
    const { organisation, provider } = await find(request)
    const raw = Object.assign(readdress(request), { originalUrl: request.raw.url })
    raw.url = request.url.slice(`/oidc/${organisation.slug}`.length)
    // The provider writes to the socket, bypassing headers set by hooks.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await provider.callback()(raw, reply.raw)
  })
}

async function readStylesheet(): Promise<string> {
  const files = ['src/app/ui/tokens.css', 'src/server/demo/identity-provider/identity-provider.css']
  return (await Promise.all(files.map((file) => readFile(join(packageRoot, file), 'utf8')))).join('\n')
}

const isDemoOpen = async ({ config, organisations }: Pick<Services, 'config' | 'organisations'>): Promise<boolean> =>
  config.demoAccounts && !(await organisations.kinds()).real
