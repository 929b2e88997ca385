/** PGlite would write a new database over a damaged one, which lacks PG_VERSION. */
import { access, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorFault } from '../operator'
import { requireDiskSpace } from '../disk'
import { packageRoot } from '../root'

/** The build makes it. Without one PGlite makes the database itself, which takes several seconds longer. */
const EMPTY_DATABASE = join(packageRoot, 'dist/emptyDatabase')

/** Opens or creates `<data folder>/database`. @throws OperatorFault when it is damaged */
export async function openDatabaseFolder<Client>(
  dataFolder: string,
  open: (folder: string) => Promise<Client>,
): Promise<Client> {
  const folder = join(dataFolder, 'database')
  // Marks an interrupted creation, which holds no data.
  const unfinished = join(dataFolder, 'database.unfinished')
  await requireDiskSpace(dataFolder)
  if (await exists(unfinished)) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  if (names.length === 0) {
    await writeFile(unfinished, '')
    if (await exists(EMPTY_DATABASE)) await cp(EMPTY_DATABASE, folder, { recursive: true })
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

const damaged = (folder: string, cause?: unknown) =>
  new OperatorFault(
    `The database in ${folder} is damaged and cannot be opened. Nothing was changed. Keep a copy of that folder, and restore ` +
      'your last backup into a new one: DOORSTEP_DATA=<new folder> npm run doorstep -- restore <backup>',
    { cause },
  )

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
