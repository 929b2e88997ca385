/** Groups points into dots in a worker: the map and its gestures need the page's thread. */
import { groupByCoordinate, type Dots } from './points'

let started: Worker | null = null

/** Loads the worker while the points download. */
export function startGrouping(): void {
  if (!('Worker' in window)) return
  started ??= new Worker(new URL('./groupingWorker.ts', import.meta.url), { type: 'module' })
}

/** As {@link groupByCoordinate}, which is the fallback without a worker. */
export async function groupInWorker(longitude: Float64Array, latitude: Float64Array): Promise<Dots> {
  startGrouping()
  const worker = started
  started = null
  if (!worker) return groupByCoordinate(longitude, latitude)
  try {
    return await new Promise<Dots>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Dots>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The thread did not start.')))
      worker.postMessage([longitude, latitude])
    })
  } catch {
    return groupByCoordinate(longitude, latitude)
  } finally {
    worker.terminate()
  }
}
