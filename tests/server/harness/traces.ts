import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DuckDBInstance, quotedString } from '@duckdb/node-api'
import { z } from 'zod'
import { parseRows } from '../../../src/server/db/rows'
import { backUp } from '../../../src/server/cli/backup/backup'
import type { Services } from '../../../src/server/services'
import type { FakeS3 } from './s3'

/** Everywhere that a backup, the data folder, the bucket, the queue and the log have a trace. */
export async function tracesOf(
  trace: RegExp,
  { database, config, secrets, snapshotStore }: Services,
  objects: FakeS3['objects'],
  log: readonly string[],
): Promise<string[]> {
  const folder = join(config.dataFolder, 'backup-of-tests')
  await backUp({ database, dataFolder: config.dataFolder, secrets, bucket: snapshotStore }, folder)
  const found: string[] = []
  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  for (const [path, { content }] of objects) {
    const copy = join(folder, 'bucket', path)
    await mkdir(dirname(copy), { recursive: true })
    await writeFile(copy, content)
  }
  for (const root of [folder, join(config.dataFolder, 'snapshots'), join(config.dataFolder, 'files')]) {
    if (!(await stat(root).catch(() => undefined))) continue
    for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const text = path.endsWith('.parquet')
        ? JSON.stringify((await duck.runAndReadAll(`select * from read_parquet(${quotedString(path)})`)).getRowsJson())
        : path.endsWith('.gz')
          ? unpacked(gunzipSync(await readFile(path)).toString())
          : (await readFile(path)).toString('latin1')
      if (trace.test(text)) found.push(path.slice(config.dataFolder.length))
    }
  }
  await rm(folder, { recursive: true })
  for (const table of ['job', 'archive']) {
    const jobs = JSON.stringify((await database.executeSql(`select data, output from pgboss.${table}`)).rows)
    if (trace.test(jobs)) found.push(table)
  }
  if (trace.test(log.join('\n'))) found.push('log')
  const known = await database.executeSql(
    `select schemaname || tablename as name from pg_stats
     where coalesce(most_common_vals::text, '') || coalesce(histogram_bounds::text, '') ~* $1`,
    [trace.source],
  )
  found.push(...parseRows(known, z.object({ name: z.string() })).map(({ name }) => `statistics of ${name}`))
  return found
}

/** Lists of campaigns lie packed in the records. */
const unpacked = (lines: string) =>
  lines.replaceAll(/\\\\x(1f8b[0-9a-f]+)/g, (_, hex: string) => gunzipSync(Buffer.from(hex, 'hex')).toString())
