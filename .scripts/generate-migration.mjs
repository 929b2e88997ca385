// npm run db:generate: writes the next migration from the schema, then deletes the snapshots of the schema before it: drizzle-kit
// compares with the newest alone.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const meta = join(root, 'src/server/db/migrations/meta')

const generate = ['generate', '--config', 'src/server/db/drizzle.config.ts', ...process.argv.slice(2)]
execFileSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...generate], {
  cwd: root,
  stdio: 'inherit',
})
const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'))
for (const file of snapshots.toSorted().slice(0, -1)) rmSync(join(meta, file))
