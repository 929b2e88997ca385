import { buildApp } from './app'
import { readConfig } from './config'
import { demoAccountLines } from './demo/authorities/councils'
import { ensureDemo } from './demo/authorities/ensureDemo'
import { createServices } from './services'

const config = readConfig(process.env)
const services = await createServices(config)
const demoIsThere = await ensureDemo(services, console.log)
await services.queue.start()
const app = await buildApp(services)
await app.listen({ port: config.port, host: config.host })
console.log(`Doorstep is at ${config.publicUrl}`)
if (demoIsThere) for (const line of demoAccountLines()) console.log(line)
