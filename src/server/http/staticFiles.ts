import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { choosePage } from '#contract/platform/pages'
import type { Config } from '../config'
import { nothingHere } from './faults'
import { sessionCookieName } from './sessionCookie'
import { packageRoot } from '../lib/root'
import { readPath } from './logging'

const APP_FOLDER = join(packageRoot, 'dist/app')
const NEVER_CHANGES = 'public, max-age=31536000, immutable'

/** Never answered with the app's page. */
const SERVER_PATHS = /^\/(api|backend|oidc|files|health|letter|assets)(\/|$)/

/** Encoded separators and NUL. */
const DISGUISED = /%(2f|5c|00)/i

/** The built app, if any, and its page at any app address. */
export async function staticFilesPlugin(
  app: FastifyInstance,
  { secure }: Pick<Config, 'secure'>,
  folder: string = APP_FOLDER,
): Promise<void> {
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const mayBeSignedIn = request.cookies[sessionCookieName(secure)] !== undefined
    return reply.header('vary', 'cookie').sendFile(choosePage(readPath(request.url), mayBeSignedIn))
  }
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // Which page answers it depends on the request.
      allowedPath: (path) => path !== '/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'))
        reply.header('cache-control', isHashed ? NEVER_CHANGES : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (isBuilt && isNavigation(request)) return sendPage(request, reply)
    throw nothingHere()
  })
}

function isNavigation(request: FastifyRequest): boolean {
  const path = readPath(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (SERVER_PATHS.test(path) || DISGUISED.test(path)) return false
  if (path === '/' || path === '/login') return true
  // Probes such as `curl /metrics` accept anything, and would take a page for success.
  return request.headers.accept?.includes('text/html') ?? false
}
