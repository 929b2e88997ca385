import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Not event streams: each event must leave at once. */
const COMPRESSIBLE =
  /^(application\/(json|javascript|manifest\+json|geo\+json|vnd\.apache\.arrow\.stream)|text\/(html|css|plain|csv|javascript)|image\/svg\+xml)\b/

/** Compresses answers by content type. */
export async function compressionPlugin(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    customTypes: COMPRESSIBLE,
    encodings: ['br', 'gzip'],
    // The default, 11, takes seconds for 100,000 households.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
