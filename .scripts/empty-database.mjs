// Makes dist/emptyDatabase, which a first start copies: PostgreSQL takes several seconds to make one.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../dist/emptyDatabase')
const unfinished = `${folder}.unfinished`
for (const path of [folder, unfinished]) rmSync(path, { recursive: true, force: true })
mkdirSync(dirname(folder), { recursive: true })
const database = await PGlite.create({ dataDir: unfinished })
await database.close()
// The server may run as another person than who built it; it makes the copy private.
for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644)
renameSync(unfinished, folder)
