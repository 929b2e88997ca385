import { parentPort } from 'node:worker_threads'
import { layOutMapParts, writeMapPdf } from './mapPdf'
import { received, type Drawn, type PageToDraw } from './messages'

async function draw({ content, made, rows }: PageToDraw): Promise<Drawn> {
  try {
    const page = received(content)
    if (rows) return { drawn: new Uint8Array(await writeMapPdf(page, rows, made)) }
    const parts = (await layOutMapParts(page, made)).map(({ clip, items }) => ({ clip, items }))
    return { drawn: new TextEncoder().encode(JSON.stringify(parts)) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

// One after the other: an answer has no name.
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (page: PageToDraw) => {
  last = last.then(async () => parentPort?.postMessage(await draw(page)))
})
