import { rmSync } from 'node:fs'
import { copyDemoData } from './demoData'
import { startProduct } from './product'

/** Starts the built product with the demo's data and answers how to stop it. */
export default async function startDoorstep(): Promise<() => Promise<void>> {
  const started = Date.now()
  const data = await copyDemoData()
  const product = await startProduct(data, 'server.log')
  console.log(`Doorstep answers on ${product.url} after ${Math.round((Date.now() - started) / 1000)} s.`)
  // Workers inherit the environment.
  process.env.DOORSTEP_E2E_URL = product.url
  return async () => {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
