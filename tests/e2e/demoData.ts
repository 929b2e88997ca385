/** The demo's data, made by the built product once for a build and a day, and copied where they are needed. */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '.cache/demo')

/** @returns a new data folder with the demo in it, of which the caller disposes */
export async function copyDemoData(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'doorstep-e2e-'))
  cpSync(await findDemoData(), data, { recursive: true })
  return data
}

async function findDemoData(): Promise<string> {
  const folder = join(FOLDER, nameDemoData())
  if (existsSync(folder)) return folder
  rmSync(FOLDER, { recursive: true, force: true })
  console.log('Making the demo data…')
  // Whole or not there, whatever stops this.
  const unfinished = join(FOLDER, randomUUID())
  const product = await startProduct(unfinished, 'demo.log')
  await product.stop()
  renameSync(unfinished, folder)
  return folder
}

/** By what the data are made of: the server's code, and the day, with which the demo's months end. */
function nameDemoData(): string {
  const hash = createHash('sha256')
  const server = join(ROOT, 'dist/server')
  for (const file of readdirSync(server, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.js')) hash.update(file).update(readFileSync(join(server, file)))
  return `${new Date().toISOString().slice(0, 10)}-${hash.digest('hex').slice(0, 16)}`
}
