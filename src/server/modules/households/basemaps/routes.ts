import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createBrotliDecompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { getBasemap } from '#contract/households/map'
import { anySignedIn, notModified, route } from '../../../http/route'
import type { Config } from '../../../config'
import { PMTILES_PATH, type BasemapsService } from './service'

/** Basemap, and the operator's tiles. */
export function basemapsRoutes(
  app: FastifyInstance,
  { basemaps, config }: { basemaps: BasemapsService; config: Pick<Config, 'basemapPmtiles'> },
): void {
  route(app, getBasemap, anySignedIn, async ({ person, request, reply }) => {
    const { etag, brotli } = await basemaps.get(person.organisationId)
    // Cacheable: nothing about people.
    const known = notModified(request, reply.header('vary', 'accept-encoding'), etag)
    if (known) return known
    reply.type('application/json; charset=utf-8')
    // Compressed once, when stored; the plugin does other encodings.
    return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'br').send(brotli)
      : reply.send(Readable.from([brotli]).pipe(createBrotliDecompress()))
  })
  if (config.basemapPmtiles !== undefined) pmtilesRoute(app, config.basemapPmtiles)
}

/** Byte ranges of a public street map, hence no session. */
function pmtilesRoute(app: FastifyInstance, file: string): void {
  app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: dirname(file), serve: false, cacheControl: false })
    scope.get(PMTILES_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'private, max-age=3600').type('application/vnd.pmtiles').sendFile(basename(file)),
    )
  })
}
