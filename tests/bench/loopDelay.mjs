/**
 * Preloaded into a measured server (`node --import`): measures how late its event loop is. Asked by a message, it answers
 * with what it has measured since the last one.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Worker threads inherit the preload.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({
      p50: delay.percentile(50) / 1e6,
      p99: delay.percentile(99) / 1e6,
      max: delay.max / 1e6,
      cpuSeconds: (user + system) / 1e6,
      rss: process.memoryUsage.rss(),
    })
    delay.reset()
  })
}
