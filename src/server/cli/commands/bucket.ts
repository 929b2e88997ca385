import { reachOutBy } from '../../clients/outbound'
import { MAX_VERSION_DAYS } from '../../clients/s3Settings'
import { readConfig } from '../../config'
import { COMMAND_PREFIX } from '../../lib/commandLine'
import type { RegisterCommand } from './command'

const RIGHTS =
  'The credentials need s3:GetBucketVersioning, s3:GetLifecycleConfiguration, s3:PutLifecycleConfiguration, ' +
  's3:GetBucketCORS and s3:PutBucketCORS.'

/** `bucket` */
export const bucketCommand: RegisterCommand = (program) => {
  program
    .command('bucket')
    .description('set the rules of the bucket (S3_BUCKET) that browsers and erasure need, and leave its others')
    .action(async () => {
      const { s3, publicUrl, outbound } = readConfig(process.env)
      if (!s3) throw new Error('S3_BUCKET is not set: files lie in the data folder, which needs no rules.')
      await reachOutBy(outbound)
      const { origin } = new URL(publicUrl)
      const { isRefusal, setBucketRules } = await import('../../clients/s3Rules')
      const keepsVersions = await setBucketRules(s3, origin).catch((error: unknown) => {
        const why = error instanceof Error ? error.message || error.name : 'unknown'
        const cure = isRefusal(error) ? RIGHTS : `To see what is wrong with the bucket, run: ${COMMAND_PREFIX} doctor`
        throw new Error(`The rules of ${s3.bucket} could not be set (${why}). ${cure}`, { cause: error })
      })
      console.log(
        `Browsers at ${origin} may read from ${s3.bucket} and upload into it. Unfinished uploads go after a day` +
          (keepsVersions
            ? `, and versions of what was deleted or replaced after ${MAX_VERSION_DAYS} days.`
            : '. It keeps no versions.'),
      )
    })
}
