// Makes the empty database that a first start copies, in the folder of its argument: PostgreSQL takes several seconds to
// make one. Those of other versions of PGlite go.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const folder = process.argv[2]
const unfinished = `${folder}.unfinished`
rmSync(dirname(folder), { recursive: true, force: true })
mkdirSync(dirname(folder), { recursive: true })
const database = await PGlite.create({ dataDir: unfinished })
await database.close()
// The server may run as another person than who built it.
for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644)
renameSync(unfinished, folder)
