import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/server/db/database'
import { runCommand } from '../harness/command'
import { ENGINES, freshPostgres, type EngineName } from '../harness/engines'
import { startServer } from '../harness/server'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function emptyDatabase(engine: EngineName): Promise<{ folder: string } | { url: string }> {
  if (engine === 'embedded') return { folder: await emptyFolder() }
  const { url, drop } = await freshPostgres()
  onTestFinished(drop)
  return { url }
}

test.each(ENGINES)('records of another first migration are refused on the %s database, unchanged', async (engine) => {
  const location = await emptyDatabase(engine)
  const first = await openDatabase(location)
  await first.executeSql('update drizzle.__drizzle_migrations set created_at = created_at - 1')
  await first.close()
  const place = 'url' in location ? `PostgreSQL at ${new URL(location.url).host}` : location.folder
  await expect(openDatabase(location)).rejects.toThrow(
    `The records in ${place} were made by a version of Doorstep that this one cannot go on from. Nothing was changed. ` +
      'Start with a new data folder (DOORSTEP_DATA=<new folder>) or an empty database, and import months and contacts again.',
  )
})

test.each(ENGINES)('records that a newer version has migrated are refused on the %s database', async (engine) => {
  const location = await emptyDatabase(engine)
  const newer = await openDatabase(location)
  await newer.executeSql('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'newer',
    Date.now() + 1_000_000_000,
  ])
  await newer.close()
  await expect(openDatabase(location)).rejects.toThrow(
    /were migrated by a newer version of Doorstep\. Nothing was changed\. Start that version, or restore the backup/,
  )
})

test('a backup of records of another first migration is refused', async () => {
  const server = await startServer('embedded')
  onTestFinished(() => server.close())
  const folder = join(await emptyFolder(), 'backup')
  await runCommand(server.services, 'backup', folder)
  const manifest = join(folder, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"firstMigration": \d+,/, ''))
  await expect(runCommand(server.services, 'restore', folder)).rejects.toThrow(
    `${folder} was made by a version of Doorstep that this one cannot go on from. Nothing was restored.`,
  )
})
