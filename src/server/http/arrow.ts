import type { FastifyReply, FastifyRequest } from 'fastify'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'

/** Whether the caller accepts Arrow. */
export const wantsArrow = (request: FastifyRequest): boolean =>
  (request.headers.accept ?? '').includes(ARROW_MEDIA_TYPE)

/** Answers with an Arrow stream. */
export function sendArrow(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply.type(ARROW_MEDIA_TYPE).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
