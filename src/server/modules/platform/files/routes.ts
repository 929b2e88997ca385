import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault, notFound } from '../../../http/faults'
import type { FolderFiles } from './folder'
import { writeDisposition, typeOfKey } from './keys'
import { tooLarge } from './receiving'
import type { FilesService } from './service'
import type { UploadsService } from './uploads'
import { receiveBody, streamBodies } from './streamedBodies'
import { grantQuery, type Grant } from './signing'

/** The signed address is the permission, as with S3. */
export async function fileRoutes(
  app: FastifyInstance,
  files: FilesService,
  uploads: Pick<UploadsService, 'isExpected'>,
): Promise<void> {
  if (!isFolder(files)) return
  await app.register(async (scope) => {
    streamBodies(scope)
    const hide = { schema: { hide: true } }

    scope.get('/files/*', { ...hide, exposeHeadRoute: false }, async (request, reply) => {
      const grant = await granted(files, request, 'GET')
      const info = await files.stat(grant.key)
      const content = info && (await files.open(grant.key))
      if (!content) throw notFound('This file is no longer there.')
      const type = grant.contentType ?? typeOfKey(grant.key)
      return reply
        .headers({
          'content-type': type,
          'content-length': info.bytes,
          'content-disposition': writeDisposition(type, grant.downloadName),
          'cache-control': 'private, no-store',
          'content-security-policy': "frame-ancestors 'self'; base-uri 'none'",
          'x-frame-options': 'SAMEORIGIN',
        })
        .send(content)
    })

    scope.put('/files/*', hide, async (request, reply) => {
      const { key, maxBytes = 0 } = await granted(files, request, 'PUT')
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
      await receiveBody(request, (content) => files.receive(key, content, maxBytes, uploads.isExpected))
      return reply.status(200).send()
    })
  })
}

const isFolder = (files: FilesService): files is FolderFiles => 'kind' in files && files.kind === 'folder'

async function granted(files: FolderFiles, request: FastifyRequest, method: Grant['method']): Promise<Grant> {
  const query = grantQuery.safeParse(request.query)
  if (!query.success) throw new Fault(403, 'address_not_valid', 'This address is not valid.')
  const { expires, max: maxBytes, name: downloadName, type: contentType, signature } = query.data
  // Decoded by Fastify.
  const { '*': key = '' } = request.params as { '*'?: string }
  const grant: Grant = { key, method, expires, maxBytes, downloadName, contentType }
  await files.check(grant, signature)
  return grant
}
