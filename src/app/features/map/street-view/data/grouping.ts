import { groupByCoordinate, type Dots } from './points'

let started: Worker | null = null

/** Loads the worker while the points download. */
export function startGrouping(): void {
  if (!('Worker' in window)) return
  started ??= new Worker(new URL('./groupingWorker.ts', import.meta.url), { type: 'module' })
}

/** {@link groupByCoordinate} in a worker, or without one as a fallback. */
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
