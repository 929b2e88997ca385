// Makes the empty database that a first start copies, where there is none of this PGlite: PostgreSQL takes several seconds
// to make one. Its folder has PGlite's version in its name, since another one may not be able to open it.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'))
const all = join(root, 'dist/emptyDatabase')
const folder = join(all, version)
if (!existsSync(join(folder, 'PG_VERSION'))) {
  rmSync(all, { recursive: true, force: true })
  mkdirSync(all, { recursive: true })
  const unfinished = `${folder}.unfinished`
  const database = await PGlite.create({ dataDir: unfinished })
  await database.close()
  // The server may run as another person than who built it.
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644)
  renameSync(unfinished, folder)
}
