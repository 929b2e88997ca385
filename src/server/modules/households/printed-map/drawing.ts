/** Drawn in a thread: setting type would hold up other answers. */
import { join } from 'node:path'
import { packageRoot } from '../../../lib/root'
import { createWorkerThread } from '../../../lib/workerThread'
import { drawnSchema, sendable, type PageToDraw } from './messages'
import type { PageContent } from './page'

const isBuilt = !import.meta.url.endsWith('.ts')
const workerFile = join(
  packageRoot,
  isBuilt ? 'dist/server/mapWorker.js' : 'src/server/modules/households/printed-map/workerFromSource.mjs',
)

/** The first page starts the thread. */
export function createDrawing() {
  const thread = createWorkerThread<PageToDraw, Buffer>({
    file: workerFile,
    read(message) {
      const answer = drawnSchema.parse(message)
      if ('failed' in answer) throw new Error(answer.failed)
      return Buffer.from(answer.drawn.buffer, answer.drawn.byteOffset, answer.drawn.byteLength)
    },
    stopped: 'Drawing was stopped.',
  })
  const draw = (content: PageContent, made: Date, rows: PageToDraw['rows']) =>
    thread.ask({ content: sendable(content), made, rows })

  return {
    pdf: (content: PageContent, rows: NonNullable<PageToDraw['rows']>, made: Date) => draw(content, made, rows),
    /** JSON of the page's parts. */
    parts: (content: PageContent, made: Date) => draw(content, made, null),
    close: thread.close,
  }
}
