import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product'

/** Starts the built product with new demo data and answers how to stop it. */
export default async function startDoorstep(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'doorstep-e2e-'))
  console.log('Starting Doorstep with new demo data…')
  const started = Date.now()
  const product = await startProduct(data, 'server.log')
  console.log(`Doorstep answers on ${product.url} after ${Math.round((Date.now() - started) / 1000)} s.`)
  // Workers inherit the environment.
  process.env.DOORSTEP_E2E_URL = product.url
  return async () => {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
