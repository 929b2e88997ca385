/// <reference lib="webworker" />
import { groupByCoordinate } from './points'

declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', ({ data: [longitude, latitude] }: MessageEvent<[Float64Array, Float64Array]>) => {
  const dots = groupByCoordinate(longitude, latitude)
  const { positions, dotOfRow, rows, starts } = dots
  self.postMessage(dots, { transfer: [positions, dotOfRow, rows, starts].map(({ buffer }) => buffer) })
})
