import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * What is worth compressing. Not event streams: each event must leave at once. A CSV still streams;
 * it leaves in compressed pieces as it is made.
 */
const COMPRESSIBLE =
  /^(application\/(json|javascript|manifest\+json|geo\+json|vnd\.apache\.arrow\.stream)|text\/(html|css|plain|csv|javascript)|image\/svg\+xml)\b/

/** Compresses answers for callers that accept it. */
export async function compressionPlugin(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    customTypes: COMPRESSIBLE,
    encodings: ['br', 'gzip'],
    // Brotli's default quality, 11, takes seconds for a map of 100,000 households; 4 is smaller than gzip and as quick.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
