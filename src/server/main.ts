import { buildApp } from './app'
import { readConfig } from './config'
import { createServices } from './services'

const config = readConfig(process.env)
const services = await createServices(config)
await services.queue.start()
const app = await buildApp(services)
await app.listen({ port: config.port, host: config.host })
