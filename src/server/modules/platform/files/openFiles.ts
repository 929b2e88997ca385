import type { Config } from '../../../config'
import type { Scratch } from '../../../lib/scratch'
import { createFolderFiles } from './folder'
import { createStoredFiles } from './store'

/** In the bucket, where one is set, else in the data folder. The bucket's library is large, so it is loaded only then. */
export async function openFiles({ s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>, scratch: Scratch) {
  if (!s3) return createFolderFiles(dataFolder, scratch)
  const { createObjectStore } = await import('../../../clients/s3')
  return createStoredFiles(createObjectStore(s3), scratch)
}
