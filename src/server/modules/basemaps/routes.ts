import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { getBasemap } from '#contract/map'
import { anySignedIn, route } from '../../route'
import type { Services } from '../../services'
import { PMTILES_PATH } from './service'

/**
 * The basemap is the one answer that a browser may keep, because it says nothing about people: it
 * asks each time whether its copy is still good, and a reload costs a few hundred bytes.
 */
const ASK_EACH_TIME = 'private, no-cache'

/** The open basemap, and the operator's tiles where there are some. */
export function basemapRoutes(app: FastifyInstance, { basemaps, config }: Services): void {
  route(app, getBasemap, anySignedIn, async ({ person, request, reply }) => {
    const { etag, json, brotli } = await basemaps.get(person.organisationId)
    reply.header('cache-control', ASK_EACH_TIME).header('etag', etag).header('vary', 'accept-encoding')
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    // Compressed here once rather than for each request; who cannot read it gets what the server's own plugin makes.
    return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'br').send(brotli)
      : reply.send(json)
  })
  if (config.basemapPmtiles !== undefined) pmtilesRoute(app, config.basemapPmtiles)
}

/** Whether the caller's copy, by its `If-None-Match`, is the current one (RFC 9110: compared weakly). */
function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
}

/** Serves the operator's tiles by byte ranges. They are a public street map, so no session is asked for. */
function pmtilesRoute(app: FastifyInstance, file: string): void {
  app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: dirname(file), serve: false, cacheControl: false })
    scope.get(PMTILES_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'private, max-age=3600').type('application/vnd.pmtiles').sendFile(basename(file)),
    )
  })
}
