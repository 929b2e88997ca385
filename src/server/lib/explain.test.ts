import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockDataFolder } from '../db/dataFolderLock'
import { explainStart } from './explain'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The error of a server that cannot listen. */
async function listenError(port: number, host: string): Promise<unknown> {
  const server = createServer().listen(port, host)
  return new Promise((resolve) => server.once('error', resolve))
}

test('a port in use and an address of no machine are said with what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const said = async (host: string) => explainStart(await listenError(port, host), { port, host, dataFolder: folder })
  expect(await said('127.0.0.1')).toBe(
    `Port ${port} is in use by another program. Stop that program, or set another port: PORT=${port + 1}`,
  )
  taken.close()
  // An address of documentation (RFC 5737), and a name that nobody may have (RFC 2606).
  expect(await said('192.0.2.1')).toBe(
    '192.0.2.1 is not an address of this machine. Set HOST to localhost, to one of its addresses, or to 0.0.0.0 for all of them.',
  )
  expect(await said('doorstep.invalid')).toBe(
    'The host doorstep.invalid is not known on this machine. Set HOST to localhost, or to an address of this machine.',
  )
})

const lockError = async (dataFolder: string) => {
  const error = await lockDataFolder(dataFolder).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return explainStart(error, { port: 0, host: 'localhost', dataFolder })
}

test('a data folder that is a file, or lies in one, is named with what to do', async () => {
  const file = await write('a file', 'x')
  const said = `${file} is a file, or lies in a file, where a folder is needed. Move the file away, or use another folder.`
  expect(await lockError(file)).toBe(said)
  expect(await lockError(join(file, 'data'))).toBe(said.replace(file, join(file, 'data')))
})

test('a damaged lock file is named, and deleting it is the whole cure', async () => {
  const locked = join(folder, 'locked')
  const release = await lockDataFolder(locked)
  release()
  const file = await write('locked/lock.duckdb', 'garbage')
  expect(await lockError(locked)).toBe(
    `The lock file ${file} is damaged. Make sure that no Doorstep is running on this folder, delete the file and start again; it holds no data.`,
  )
  await rm(file)
  const again = await lockDataFolder(locked)
  again()
})

async function write(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

test('a statement that the records refused is told without its values', () => {
  const error = new Error('Failed query: insert into contacts\nparams: Edna', { cause: new Error('permission denied') })
  expect(explainStart(error, { port: 3000, host: 'localhost', dataFolder: '/data' })).toBe(
    'The records refused a statement: permission denied.',
  )
})
