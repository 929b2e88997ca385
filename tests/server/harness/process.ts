/** Servers that can be killed, and the ones that are started after them. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { readConfig } from '../../../src/server/config'
import { createServices, type Services } from '../../../src/server/services'

/** Runs a script that globalSetup.ts bundled as a process of its own; what it says on stderr is heard. Who starts it ends it. */
export function startProcess(
  script: 'lettersWorker' | 'preparingWorker' | 'worker',
  environment: Record<string, string>,
): ChildProcess {
  return fork(join(process.env.DOORSTEP_TEST_BUNDLE ?? '', `${script}.js`), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
}

/** A server's services in this process, for as long as the work takes. */
export async function withServices(
  environment: Record<string, string>,
  options: Parameters<typeof createServices>[2],
  work: (services: Services) => Promise<void>,
): Promise<void> {
  const services = await createServices(readConfig(environment), undefined, options)
  try {
    await work(services)
  } finally {
    await services.close()
  }
}
