/**
 * A Doorstep in a process of its own, for what is measured in memory or over a socket.
 * Arguments: `serve <households>`, `serve-two <households>` or `session <households>`.
 */
import { buildApp } from '../../src/server/app'
import { addEarlierMonths, EVERYONE, joinCouncil, openDoorstep } from './doorstep'

const [what, households] = [process.argv[2], Number(process.argv[3])]
if (what === 'serve') await serve()
else if (what === 'serve-two') await serve('neighbour')
else if (what === 'session') await beginSession()
else throw new Error(`child.ts does not know ${what}.`)

/** @param neighbour another council on the same server */
async function serve(neighbour?: string): Promise<void> {
  const doorstep = await openDoorstep(households, { TRUST_PROXY: '127.0.0.1' })
  const { services, session, person } = doorstep
  const other = neighbour ? await joinCouncil(doorstep, neighbour, households) : undefined
  if (neighbour) await addEarlierMonths(doorstep, households)
  const admin = await joinCouncil(doorstep, 'benchmark', households, 'OrganisationAdmin')
  await services.queue.start()
  const app = await buildApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  // The snapshot is in memory before anything is measured, as it is on a server at work.
  await services.households.map.readWards(person, EVERYONE, new AbortController().signal)
  if (other) await services.households.map.readWards(other.person, EVERYONE, new AbortController().signal)
  const address = app.server.address()
  const watch = { peak: 0 }
  setInterval(() => (watch.peak = Math.max(watch.peak, process.memoryUsage.rss())), 20).unref()
  process.on('message', (message) => {
    if (message === 'forget') watch.peak = process.memoryUsage.rss()
    if (message === 'stop')
      void app
        .close()
        .then(() => services.close())
        .then(() => process.exit(0))
    else process.send?.({ rss: process.memoryUsage.rss(), peak: watch.peak, cpuMilliseconds: cpuMilliseconds() })
  })
  const port = typeof address === 'object' ? address?.port : undefined
  process.send?.({ port, session, other: other?.session, admin: admin.session })
}

/** For who starts the built product on the same data. */
async function beginSession(): Promise<void> {
  const { services, dataFolder, session } = await openDoorstep(households)
  await services.close()
  process.send?.({ dataFolder, session })
  process.exit(0)
}

/** Processor time of the whole process since it began, native threads included. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
