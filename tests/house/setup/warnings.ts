import { afterAll, afterEach, expect } from 'vitest'

/* Listeners that pile up on one emitter are a leak: the test in which Node warns of them fails. */

// Before a test takes the timers.
const { setImmediate: nextTurn } = globalThis
let said: string[] = []

function note(warning: Error): void {
  if (warning.name === 'MaxListenersExceededWarning') said.push(warning.stack ?? warning.message)
}

async function expectNone(): Promise<void> {
  // Node warns a tick later.
  await new Promise((resolve) => nextTurn(resolve))
  const found = said
  said = []
  expect(found, 'listeners may not pile up').toEqual([])
}

process.on('warning', note)
afterEach(expectNone)
// Also what was begun or ended around the tests. Files may share a process.
afterAll(() => expectNone().finally(() => process.off('warning', note)))
