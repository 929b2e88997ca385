// Compresses once, as small as it goes, what is worth it in dist/app: at each request there is no time for that. Until it
// is done, the server compresses each answer, and less well.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../dist/app')
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const files = (await readdir(folder, { recursive: true })).filter((name) =>
  /\.(m?js|css|html|svg|webmanifest)$/.test(name),
)
// All at once, so that every core has work: zlib's threads take four at a time.
await Promise.all(files.map((name) => compress(join(folder, name))))

async function compress(file) {
  const bytes = await readFile(file)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [small, smallEnough] = await Promise.all([brotli(bytes, { params: size }), zip(bytes, { level: 9 })])
  await Promise.all([writeWhole(`${file}.br`, small), writeWhole(`${file}.gz`, smallEnough)])
}

/** The server may be reading what is there. */
async function writeWhole(file, bytes) {
  await writeFile(`${file}.unfinished`, bytes)
  await rename(`${file}.unfinished`, file)
}
