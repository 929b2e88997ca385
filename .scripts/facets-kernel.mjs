// Compiles src/server/modules/households/snapshots/engine/facets/kernel.as.ts into kernel.generated.ts beside it. With --check it only says
// whether that is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../src/server/modules/households/snapshots/engine/facets')
const files = new Map()
const { error, stderr } = await asc.main(
  [
    'kernel.as.ts',
    '--outFile',
    'kernel.wasm',
    '-O3',
    '--runtime',
    'stub',
    '--importMemory',
    '--enable',
    'threads',
    '--enable',
    'simd',
    '--sharedMemory',
    '--maximumMemory',
    '65536',
    '--noAssert',
  ],
  {
    readFile: (name) => (name === 'kernel.as.ts' ? readFileSync(join(folder, name), 'utf8') : null),
    writeFile: (name, contents) => void files.set(name, contents),
    listFiles: () => [],
  },
)
if (error) {
  console.error(stderr.toString())
  process.exit(1)
}
const text = `/** Compiled from kernel.as.ts by \`npm run facets:kernel\`. */\nexport const KERNEL =\n  '${Buffer.from(files.get('kernel.wasm')).toString('base64')}'\n`
const target = join(folder, 'kernel.generated.ts')
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('kernel.generated.ts is not what kernel.as.ts compiles to. Run npm run facets:kernel.')
  process.exit(1)
}
