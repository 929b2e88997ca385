import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets the browser keep an answer, and ask each time whether its copy is still good: then a few bytes say so.
 * @param etag names the content, with its quotes.
 * @returns the answer 304 for a caller that has this version already, by its `If-None-Match` (RFC 9110: compared weakly).
 */
export function unlessKnown({ headers }: FastifyRequest, reply: FastifyReply, etag: string): FastifyReply | undefined {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  return [etag, `W/${etag}`, '*'].some((tag) => known.includes(tag)) ? reply.code(304).send() : undefined
}
