/**
 * In the place of the document process: what could happen in it if a document found a fault in a parser. The document
 * says what: it holds until a file `release` lies beside it, hangs, grows, or reaches for a file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const [what, path] = readFileSync('upload.docx', 'utf8').split(' ')

const DEEDS = {
  hold() {
    while (!existsSync('release'));
    return 'released'
  },
  hang() {
    for (;;);
  },
  grow() {
    for (const grown = []; ; grown.push(Buffer.alloc(1_000_000, 1)));
  },
  reach: () => ['reads', 'writes', 'starts'].filter((deed) => canDo(deed)).join(' ') || 'nothing',
}

function canDo(deed) {
  try {
    if (deed === 'reads') readFileSync(path)
    else if (deed === 'writes') writeFileSync(path, 'changed')
    else execFileSync('/bin/true')
    return true
  } catch {
    return false
  }
}

process.on('message', () => process.send({ refused: { status: 422, code: 'tried', detail: DEEDS[what]() } }))
process.on('disconnect', () => process.exit())
process.send({ ready: true })
