import { afterEach, expect, it, vi } from 'vitest'
import { groupInWorker, startGrouping } from './grouping'
import { groupByCoordinate } from './points'

const longitude = Float64Array.of(-2.3, -2.4, -2.3)
const latitude = Float64Array.of(53.4, 53.5, 53.4)
const dots = groupByCoordinate(longitude, latitude)

/** A thread that answers so. */
function fakeWorker(answer: (worker: EventTarget) => void) {
  const made = vi.fn<() => void>()
  const terminate = vi.fn<() => void>()
  class FakeWorker extends EventTarget {
    constructor() {
      super()
      made()
    }
    terminate = terminate
    postMessage = () => answer(this)
  }
  vi.stubGlobal('Worker', FakeWorker)
  return { made, terminate }
}

afterEach(() => vi.unstubAllGlobals())

it('groups in the thread that was started for it, which ends then', async () => {
  const { made, terminate } = fakeWorker((worker) => worker.dispatchEvent(new MessageEvent('message', { data: dots })))
  startGrouping()
  expect(await groupInWorker(longitude, latitude)).toBe(dots)
  expect(made).toHaveBeenCalledTimes(1)
  expect(terminate).toHaveBeenCalledTimes(1)
})

it('groups by itself where a thread does not start, and where there are none', async () => {
  const { terminate } = fakeWorker((worker) => worker.dispatchEvent(new Event('error')))
  expect(await groupInWorker(longitude, latitude)).toEqual(dots)
  expect(terminate).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
  expect(await groupInWorker(longitude, latitude)).toEqual(dots)
})
