import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compresses what is worth it once, as small as it goes, beside the file: at each request there is no time for that. */
export function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'doorstep:precompressed',
    apply: 'build',
    closeBundle: {
      // After the service worker, which is written when everything else is.
      order: 'post',
      sequential: true,
      async handler() {
        const { root, build } = this.environment.config
        const folder = join(root, build.outDir)
        const files = (await readdir(folder, { recursive: true })).filter((name) =>
          /\.(m?js|css|html|svg|webmanifest)$/.test(name),
        )
        const compress = async (file: string) => {
          const bytes = await readFile(file)
          const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          const [small, smallEnough] = await Promise.all([brotli(bytes, { params: size }), zip(bytes, { level: 9 })])
          await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, smallEnough)])
        }
        // All at once, so that every core has work: zlib's threads take four at a time.
        await Promise.all(files.map((name) => compress(join(folder, name))))
      },
    },
  }
}
