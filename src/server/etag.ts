import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sets an ETag to revalidate each time.
 * @param etag quoted
 * @returns the 304 answer when `If-None-Match` matches
 */
export function unlessKnown({ headers }: FastifyRequest, reply: FastifyReply, etag: string): FastifyReply | undefined {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  return [etag, `W/${etag}`, '*'].some((tag) => known.includes(tag)) ? reply.code(304).send() : undefined
}
