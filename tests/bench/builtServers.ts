/** Built servers in processes of their own, which can be ended and started again. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageRoot } from '../../src/server/lib/root'

/** Looks in a row that find a server not ready before it gets no more requests, as HAProxy counts by default. */
const MISSES = 3

/** @throws Error unless there is a built server of this source */
export function requireBuilt(): void {
  const built = spawnSync(process.execPath, [join(packageRoot, '.scripts/build-if-stale.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The server was not built.')
}

export type BuiltServer = ReturnType<typeof createBuiltServer>

/** A server that can be ended and started again, and whether it says that it is ready. */
export function createBuiltServer(environment: { readonly PORT: string } & Readonly<Record<string, string>>) {
  let child: ChildProcess | undefined
  let misses = MISSES
  const look = async () => {
    const answer = await fetch(`http://127.0.0.1:${environment.PORT}/health/ready`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined)
    misses = answer?.ok ? 0 : misses + 1
    await answer?.arrayBuffer()
  }
  return {
    port: Number(environment.PORT),
    isReady: () => misses < MISSES,
    refused: () => void (misses = MISSES),
    start(version = packageRoot) {
      const started = spawn(process.execPath, [join(version, 'dist/server/main.js')], {
        cwd: version,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 2, 'inherit'],
      })
      child = started
      void (async () => {
        while (started.exitCode === null && started.signalCode === null) {
          await look()
          await sleep(500)
        }
      })()
    },
    /** @param signal SIGTERM lets it end what it has begun */
    async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
