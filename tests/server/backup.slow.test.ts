import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { contacts, organisations, people } from '../../src/server/db/schema'
import { createServices, type Services } from '../../src/server/services'
import { runCommand } from './harness/command'
import { ENGINES, freshDatabase, type EngineName } from './harness/engines'
import { engineOfRun, startServer, type TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

describe('A backup', () => {
  let source: TestServer
  let folder: string
  const startSource = async (engine: EngineName) => {
    source = await startServer(engine, { DOORSTEP_SECRET_KEY: Buffer.alloc(32, 3).toString('base64') })
    folder = join(await mkdtemp(join(tmpdir(), 'doorstep-backup-')), 'backup')
    await importHouseholds(source, 'ashford', [{}, { household_reference: 'TST-0002' }])
    await source.services.database.asSystem((tx) =>
      tx.insert(contacts).values({
        organisationId: source.seed.ashford.id,
        householdReference: 'TST-0001',
        lastName: "O'Brien “ŵ”\n\t\\",
      }),
    )
  }
  afterEach(async () => {
    await source.close()
    await rm(join(folder, '..'), { recursive: true, force: true })
  })

  const withTarget = async (into: EngineName, work: (target: Services) => Promise<void>) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-restored-'))
    const target = await createServices({ ...source.services.config, dataFolder }, await freshDatabase(into))
    try {
      await work(target)
    } finally {
      await target.close()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }

  test.each(ENGINES.map((into) => [engineOfRun, into] as const))(
    'of the %s database is restored whole into the %s one',
    async (from, into) => {
      await startSource(from)
      expect(await runCommand(source.services, 'backup', folder)).toMatch(
        /^Backed up \d+ records, 1 snapshot and 0 other files /,
      )
      await withTarget(into, async (target) => {
        expect(await runCommand(target, 'restore', folder)).toMatch(/^Restored \d+ records and 1 file as of /)
        const read = (services: Services) =>
          services.database.asSystem(async (tx) => ({
            organisations: await tx.select().from(organisations).orderBy(organisations.slug),
            people: await tx.select().from(people).orderBy(people.email),
            contacts: await tx.select().from(contacts),
          }))
        expect(await read(target)).toEqual(await read(source.services))
        expect((await target.snapshots.latest(source.seed.ashford.id)).householdCount).toBe(2)
        // New entries follow the old ones.
        const { id } = await target.sessions.begin({
          personId: source.seed.people.admin.id,
          organisationId: source.seed.ashford.id,
        })
        const person = (await target.sessions.find(id))?.person
        if (person) await target.audit.record(person, 'export', 'households', 1)
      })
    },
  )

  test('can be opened by its owner alone, and is refused where something lies already', async () => {
    await startSource('embedded')
    await runCommand(source.services, 'backup', folder)
    expect((await stat(folder)).mode & 0o077).toBe(0)
    await expect(runCommand(source.services, 'backup', folder)).rejects.toThrow('is there already')
    const file = join(folder, 'manifest.json')
    await expect(runCommand(source.services, 'backup', file)).rejects.toThrow('is there already')
    await expect(runCommand(source.services, 'backup', join(file, 'inside'))).rejects.toThrow(
      'where a folder is needed',
    )
    expect((await stat(file)).isFile()).toBe(true)
    await expect(runCommand(source.services, 'restore', folder)).rejects.toThrow(
      'There are organisations here already.',
    )
    // Nor is one made that lacks files which could not be listed.
    const files = join(source.services.config.dataFolder, 'files')
    await rm(files, { recursive: true })
    await writeFile(files, 'no folder')
    await expect(runCommand(source.services, 'backup', `${folder} of no files`)).rejects.toThrow('files')
    await expect(stat(`${folder} of no files`)).rejects.toThrow()
  })

  const broken: [string, (folder: string) => Promise<void>][] = [
    ['without its manifest', (at) => rm(join(at, 'manifest.json'))],
    ['with half a manifest', async (at) => truncate(join(at, 'manifest.json'), 100)],
    ['without a table', (at) => rm(join(at, 'database/people.jsonl.gz'))],
    ['with half a table', (at) => truncate(join(at, 'database/people.jsonl.gz'), 60)],
    [
      'with another snapshot',
      async (at) => writeFile(join(at, 'snapshots', (await readdir(join(at, 'snapshots')))[0] ?? ''), 'x'),
    ],
    [
      'with a link to a file as it was',
      async (at) => {
        const file = join(at, 'snapshots', (await readdir(join(at, 'snapshots')))[0] ?? '')
        await rename(file, `${at} aside`)
        await symlink(`${at} aside`, file)
      },
    ],
    [
      'with a link to a folder as it was',
      async (at) => {
        await rename(join(at, 'snapshots'), `${at} aside`)
        await symlink(`${at} aside`, join(at, 'snapshots'))
      },
    ],
    [
      'with a pipe',
      async (at) => {
        const file = join(at, 'snapshots', (await readdir(join(at, 'snapshots')))[0] ?? '')
        await rm(file)
        execFileSync('mkfifo', [file])
      },
    ],
    [
      'that leads out of its folder',
      async (at) => {
        const manifest = await readFile(join(at, 'manifest.json'), 'utf8')
        await writeFile(join(at, 'manifest.json'), manifest.replace('"snapshots/', '"snapshots/../../'))
      },
    ],
  ]
  test('that is not whole is refused, whatever it lacks, and nothing is restored', async () => {
    await startSource('postgresql')
    await runCommand(source.services, 'backup', folder)
    await withTarget('postgresql', async (target) => {
      for (const [what, damage] of broken) {
        const damaged = `${folder} ${what}`
        await cp(folder, damaged, { recursive: true })
        await damage(damaged)
        await expect(runCommand(target, 'restore', damaged), what).rejects.toThrow(
          /does not hold a whole backup: .+ Nothing was restored\./,
        )
      }
      expect(await target.database.asSystem((tx) => tx.select().from(organisations))).toEqual([])
      expect(await readdir(join(target.config.dataFolder, 'snapshots')).catch(() => [])).toEqual([])
    })
  })
})
