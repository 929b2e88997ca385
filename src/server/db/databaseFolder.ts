/** PGlite would write a new database over a damaged one, which lacks PG_VERSION. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { OperatorFault } from '../lib/operator'
import { requireDiskSpace } from '../lib/disk'
import { packageRoot } from '../lib/root'
import { COMMAND_PREFIX } from '../lib/commandLine'

const packageSchema = z.object({ version: z.string() })

/** The build's empty database; without one PGlite makes it, which is slower. */
export async function emptyDatabaseFolder(): Promise<string> {
  const about = await readFile(join(packageRoot, 'node_modules/@electric-sql/pglite/package.json'), 'utf8')
  return join(packageRoot, 'dist/emptyDatabase', packageSchema.parse(JSON.parse(about)).version)
}

/** `<data folder>/database`, created if missing. @throws OperatorFault when damaged */
export async function openDatabaseFolder<Client>(
  dataFolder: string,
  open: (folder: string) => Promise<Client>,
): Promise<Client> {
  const folder = join(dataFolder, 'database')
  // Marks an interrupted creation, which holds no data.
  const unfinished = join(dataFolder, 'database.unfinished')
  await requireDiskSpace(dataFolder)
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  if (names.length === 0) {
    await writeFile(unfinished, '')
    const empty = await emptyDatabaseFolder()
    if (existsSync(empty)) await copyPrivately(empty, folder)
    const client = await open(folder)
    await rm(unfinished)
    return client
  }
  if (!names.includes('PG_VERSION')) throw damaged(folder)
  try {
    return await open(folder)
  } catch (cause) {
    throw damaged(folder, cause)
  }
}

/** Never keeps the build's modes: world-readable, perhaps read-only. */
async function copyPrivately(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, source))
    if (entry.isDirectory()) await mkdir(target, { mode: 0o700 })
    else await writeFile(target, await readFile(source), { mode: 0o600 })
  }
}

const damaged = (folder: string, cause?: unknown) =>
  new OperatorFault(
    `The database in ${folder} is damaged and cannot be opened. Nothing was changed. Keep a copy of that folder, and restore ` +
      `your last backup into a new one: DOORSTEP_DATA=<new folder> ${COMMAND_PREFIX} restore <backup>`,
    { cause },
  )
