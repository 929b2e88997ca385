import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { faultSchema } from '../../src/contract/fault'
import { letterTemplates } from '../../src/server/db/schema'
import {
  ADDRESS,
  exampleDocument,
  wordParagraph,
  textOfPdf,
} from '../../src/server/modules/campaigns/letters/testing/documents'
import { callAs } from './harness/caller'
import { letterTools } from './harness/letters'
import { WITH_LIBRE_OFFICE, withLibreOffice } from './harness/libreOffice'
import { onEngine } from './harness/server'

withLibreOffice('letter templates with their previews', () => {
  onEngine('embedded', 'Uploading a letter template', WITH_LIBRE_OFFICE, (server) => {
    const { accept, uploaded, accepted, list, fetched, refusal } = letterTools(server)
    afterEach(() => server().services.database.asSystem((tx) => tx.delete(letterTemplates)))

    test('puts it among the existing ones, as a PDF with its placeholders, under an address whose path names it, and makes a test letter, as it would be printed', async () => {
      const { id, letter_template_signed_url: url } = await accepted(exampleDocument(), 'Winter letter.docx')
      // It is offered in that campaign alone, to its uploader too.
      expect([await list(), await list('pension_credit', 'admin', id)]).toEqual([[], []])
      const [listed, ...others] = await list('pension_credit', 'viewer', id)
      expect([listed?.id, others]).toEqual([id, []])
      expect(await list('healthy_start', 'viewer', id)).toEqual([])
      for (const address of [url ?? '', listed?.letter_template_signed_url ?? '']) {
        expect(new URL(address, server().origin).pathname).toMatch(/\/pension_credit\/winter_letter\.pdf$/)
        const answer = await fetched(address)
        expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'inline' })
        expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      }
      const made = await (await callAs(server(), 'viewer')).post('/api/make-test-letter', { template_s3_key: id })
      const pdf = await fetched(made.json<{ url: string }>().url)
      expect(pdf.headers['content-type']).toBe('application/pdf')
      expect((await textOfPdf(pdf.rawPayload)).join(' ')).toContain('104 Example Road')
      const ofOthers = server().services.letters.templates.makeTestLetter({ organisationId: randomUUID() }, id)
      await expect(ofOthers).rejects.toMatchObject({ status: 404 })
    })

    test('shows it filled in for an invented household, with the longest and the shortest address, and says which font was replaced', async () => {
      const nameless = ADDRESS.slice(1)
      const body = wordParagraph('Ring ((phone)) about ((amount)), ((organisation))')
      const run = '<w:rPr><w:rFonts w:ascii="Frutiger" w:hAnsi="Frutiger"/></w:rPr><w:t>Ring us</w:t>'
      const { id } = await accepted(exampleDocument({ address: nameless, body: `${body}<w:p><w:r>${run}</w:r></w:p>` }))
      const shown = async () => {
        const [listed] = await list('pension_credit', 'viewer', id)
        const urls = [listed?.letter_template_signed_url, listed?.longest_url, listed?.shortest_url]
        const texts = urls.map(async (url) => (await textOfPdf((await fetched(url ?? '')).rawPayload)).join(' '))
        return { warnings: listed?.warnings, texts: await Promise.all(texts) }
      }
      const made = await shown()
      expect(made.warnings).toEqual([
        expect.stringMatching(/does not have the font Frutiger:/),
        expect.stringMatching(/^This letter names nobody/),
      ])
      const [usual, longest, shortest] = made.texts
      expect(usual).toMatch(/Flat 12.*ZE60 1AA.*Ring \[not set yet\] about £63.25, Ashford Council/)
      expect(longest).toContain('Featherstonehaugh House')
      expect(shortest).toContain('1 Ely Way')
      // One whose previews could not be made.
      await server().services.database.asSystem((tx) => tx.update(letterTemplates).set({ hasSamples: false }))
      expect(await shown()).toEqual(made)
    })

    test('refuses what GOV.UK Notify would not post', async () => {
      // Each rule has its test beside src/server/modules/campaigns/letters/pdf/letterRules.ts.
      const edge =
        '<w:tblInd w:w="-1200" w:type="dxa"/><w:tblW w:w="9000" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="8"/></w:tblBorders>'
      const ruled = `<w:tbl><w:tblPr>${edge}</w:tblPr><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`
      expect(refusal(await accept(await uploaded(exampleDocument({ body: ruled }))))).toBe(
        'A line, a border or a picture on page 1 stands where nothing can be printed: nearer than 15 mm to the left edge of the page. Widen the margin.',
      )
      expect(await list()).toEqual([])
    })

    test('shows all faults at once, each with its line, on a picture of the page', async () => {
      const right = '<w:pPr><w:ind w:left="8000" w:right="-1200"/></w:pPr>'
      const body = `${wordParagraph('Dear «First_Name»,')}${wordParagraph('Too far to the right of the page.', right)}`
      const answer = await accept(await uploaded(exampleDocument({ address: [...ADDRESS, 'England'], body })))
      const { letter } = faultSchema.parse(answer.json())
      expect(letter?.faults.map(({ words, line }) => [words.slice(0, 52), line])).toEqual([
        ['«First_Name» is not filled in and would be sent as i', 'Dear «First_Name»,'],
        ['The last line in the window of the envelope must be ', 'England'],
        ['This on page 1 stands where nothing can be printed: ', 'Too far to the right'],
      ])
      const [first, ...others] = letter?.pages ?? []
      expect([first?.page, others]).toEqual([1, []])
      const picture = Buffer.from(first?.picture.replace('data:image/png;base64,', '') ?? '', 'base64')
      // Red is on it: of the frames, and of the numbers.
      const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([840, 1188])
      let red = 0
      for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 255) < 60) red++
      expect(red).toBeGreaterThan(1_000)
    })
  })
})
