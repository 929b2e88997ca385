import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageOf } from '#contract/pages'
import { notFound } from '../faults'
import { packageRoot } from '../root'
import { pathOf } from './logging'

/** The built app; Vite names the files under `assets` by their content, so that they never change. */
const APP_FOLDER = join(packageRoot, 'dist/app')
const NEVER_CHANGES = 'public, max-age=31536000, immutable'

/** Paths that are the server's own, or a file's that is not there any more: an unknown one is a fault in JSON, never the app. */
const SERVER_PATHS = /^\/(api|backend|oidc|files|health|assets)(\/|$)/

/** Separators and NUL in disguise: no address of the app has one. */
const DISGUISED = /%(2f|5c|00)/i

/**
 * Serves the built app, and its page for every address that a person may have typed or kept.
 * Without a build (tests, `npm run dev`, where Vite serves the app) there is only the 404.
 */
export async function staticFilesPlugin(app: FastifyInstance, folder: string = APP_FOLDER): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: pageOf('/'),
      // The build has compressed them already, smaller than there is time for here.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'))
        reply.header('cache-control', isHashed ? NEVER_CHANGES : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (isBuilt && isNavigation(request)) return reply.sendFile(pageOf(pathOf(request.url)))
    throw notFound('There is nothing at this address.')
  })
}

/** A page that a person opens: not a call, and not a file that is missing. */
function isNavigation(request: FastifyRequest): boolean {
  const path = pathOf(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (SERVER_PATHS.test(path) || DISGUISED.test(path)) return false
  const accepts = request.headers.accept ?? '*/*'
  const name = path.slice(path.lastIndexOf('/') + 1)
  return accepts.includes('text/html') || (accepts.includes('*/*') && !/\../.test(name))
}
