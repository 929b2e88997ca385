/**
 * A server's workers in a process of their own, which kills itself with -9 at a point of making letters: DIE_AT names a
 * call to the files and the file, e.g. `put 3.pdf` (as soon as that is stored) or `open 3.pdf` (before it is read), or
 * is `convert`: as soon as LibreOffice has made a first PDF.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../src/server/config'
import { createServices } from '../../src/server/services'

const services = await createServices(readConfig(process.env))
const { files } = services
const [call, name = ''] = (process.env.DIE_AT ?? '').split(' ')
const dieAt = (made: string, key: string) => {
  if (call === made && key.endsWith(`/${name}`)) process.kill(process.pid, 'SIGKILL')
}
const { put, open } = files
files.put = async (key, ...rest) => {
  await put(key, ...rest)
  dieAt('put', key)
}
files.open = (key) => {
  dieAt('open', key)
  return open(key)
}
await services.queue.start()
while (call === 'convert') {
  const names = await readdir(join(services.config.dataFolder, 'scratch'), { recursive: true }).catch(() => [])
  if (names.some((path) => /\/pdf\/\d+\.pdf$/.test(path))) process.kill(process.pid, 'SIGKILL')
  await setTimeout(5)
}
