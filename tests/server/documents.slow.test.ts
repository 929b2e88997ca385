import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { findLibreOffice } from '../../src/server/clients/libreOffice'
import { findSandbox } from '../../src/server/clients/sandbox'
import { exampleDocument } from '../../src/server/modules/campaigns/letters/testing/documents'
import { letterTools } from './harness/letters'
import { convertDocuments, withLibreOffice } from './harness/libreOffice'
import { startServer } from './harness/server'

const sandbox = await findSandbox()

/** How wide the pictures of a PDF are. */
async function pictureWidths(pdf: Uint8Array | undefined): Promise<number[]> {
  const document = await PDFDocument.load(pdf ?? new Uint8Array())
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const isPicture = object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
    const width = isPicture ? object.dict.get(PDFName.of('Width')) : undefined
    return width instanceof PDFNumber ? [width.asNumber()] : []
  })
}

const WIDTH = 37

/** A document as nothing here would let through: its picture is an SVG that shows what lies at an address. */
function documentShowing(address: string): Buffer {
  const name = 'http://schemas.openxmlformats.org/drawingml/2006'
  const fill = '<pic:blipFill><a:blip r:embed="rId7"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>'
  const shape =
    '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>'
  const picture = `<pic:pic xmlns:pic="${name}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr>${fill}${shape}</pic:pic>`
  const inline = `<wp:inline><wp:extent cx="1800000" cy="1800000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="${name}/picture">${picture}</a:graphicData></a:graphic></wp:inline>`
  return exampleDocument({
    body: `<w:p><w:r><w:drawing>${inline}</w:drawing></w:r></w:p>`,
    relationships:
      '<Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/i.svg"/>',
    contentTypes: '<Default Extension="svg" ContentType="image/svg+xml"/>',
    parts: {
      'word/media/i.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100"><image width="100" height="100" xlink:href="${address}"/></svg>`,
    },
  })
}

withLibreOffice('LibreOffice in the sandbox', () => {
  test('reads no file of the server and reaches nobody, whatever a document asks of it', async ({ skip, annotate }) => {
    if (!sandbox.isClosed) {
      await annotate('Left out, because bubblewrap is not installed or does not work here.')
      return skip()
    }
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-canary-'))
    const visits: string[] = []
    const picture = await sharp({ create: { width: WIDTH, height: 11, channels: 3, background: '#c02040' } })
      .png()
      .toBuffer()
    const listener = createServer((request, response) => {
      visits.push(request.url ?? '')
      response.setHeader('content-type', 'image/png').end(picture)
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    try {
      const canary = join(folder, 'canary.png')
      await writeFile(canary, picture)
      // Its type follows from having listened on a port.
      const { port } = listener.address() as AddressInfo
      const documents = [
        documentShowing(pathToFileURL(canary).href),
        documentShowing(`http://127.0.0.1:${port}/canary.png`),
      ]
      const tried = async (where: typeof sandbox) => {
        const office = await findLibreOffice(process.env.SOFFICE_PATH, where)
        return Promise.all((office ? await convertDocuments(office, documents) : []).map(pictureWidths))
      }
      const [file] = await tried(await findSandbox('none'))
      expect(file, 'Without the sandbox the document shows the file: it can do harm.').toContain(WIDTH)
      visits.length = 0
      expect((await tried(sandbox)).flat()).not.toContain(WIDTH)
      expect(visits).toEqual([])
    } finally {
      listener.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

test('a document on which the process for documents hangs is refused in words, and the next is taken', async () => {
  const times = { answerMs: 15_000, workMs: 10_000 }
  const server = await startServer('embedded', { SOFFICE_PATH: 'none' }, undefined, times)
  try {
    const { accept, uploaded, refusal } = letterTools(() => server)
    vi.stubEnv('DOORSTEP_DOCUMENT_PROCESS', join(import.meta.dirname, 'harness/hostileProcess.mjs'))
    const answer = await accept(await uploaded(Buffer.from('hang')))
    expect([answer.statusCode, refusal(answer)]).toEqual([
      422,
      expect.stringContaining('The document takes too long to read'),
    ])
    vi.unstubAllEnvs()
    expect((await accept(await uploaded(exampleDocument()))).statusCode).toBe(200)
  } finally {
    await server.close()
  }
})
