// npm run db:first: makes all migrations into one, once, for 1.0.0, from the schema and src/server/db/first. Databases of the
// migrations before are refused from then on. Every other change is a migration of its own: npm run db:generate.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const db = join(root, 'src/server/db')
const migration = join(db, 'migrations/0000_first.sql')

rmSync(join(db, 'migrations'), { recursive: true, force: true })
const generate = ['generate', '--config', 'src/server/db/drizzle.config.ts', '--name', 'first']
execFileSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...generate], {
  cwd: root,
  stdio: 'inherit',
})
const part = (name) => readFileSync(join(db, 'first', name), 'utf8').trim()
const parts = [part('before-tables.sql'), readFileSync(migration, 'utf8').trim(), part('after-tables.sql')]
writeFileSync(migration, `${parts.join('\n--> statement-breakpoint\n')}\n`)
