import { describe, expect, test } from 'vitest'
import {
  ADDRESS,
  exampleDocument,
  external,
  wordParagraph,
  readDocumentPart,
  unzipParts,
  textOfPart,
  makeZip,
  type DocumentChanges,
} from '../testing/documents'
import { readLetterDocument } from './letterDocument'
import { checkDocument } from './package'

const read = async (changes: DocumentChanges = {}) => readLetterDocument(await checkDocument(exampleDocument(changes)))
const EDNA = {
  title: 'Mrs',
  first_name: 'Edna',
  last_name: 'Ashworth',
  address_line_1: '1 Harbour Street',
  address_line_2: 'Ashford',
  postcode: 'ZE9 1AA',
  organisation: 'Ashford Council',
  benefit: 'Pension Credit',
}

describe('a letter', () => {
  test('is filled in wherever Word has cut its placeholders, and in its header', async () => {
    const letter = await read()
    expect(letter.placeholders.toSorted()).toEqual([
      'address_line_1',
      'address_line_2',
      'address_line_3',
      'address_line_4',
      'benefit',
      'first_name',
      'last_name',
      'organisation',
      'postcode',
      'title',
    ])
    const filled = letter.fill(EDNA)
    expect(textOfPart(filled)).toContain('Dear Edna, you may be owed Pension Credit.')
    expect(textOfPart(filled, 'word/header1.xml')).toBe('Ashford Council\n')
  })

  test('is filled in in a text box, and in any case and spacing', async () => {
    const box = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${wordParagraph('((FIRST| NAME))')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice></mc:AlternateContent></w:r></w:p>`
    expect(textOfPart((await read({ body: box })).fill(EDNA))).toContain('Edna')
  })

  test('may have a field that somebody filled in, whose prompt is switched off', async () => {
    const field = `<w:sdt><w:sdtPr><w:showingPlcHdr w:val="false"/></w:sdtPr><w:sdtContent>${wordParagraph('Ring us')}</w:sdtContent></w:sdt>`
    expect(textOfPart((await read({ body: field })).fill(EDNA))).toContain('Ring us')
  })

  test('keeps a value as it is: signs of XML, emoji, right to left; in one line, without control characters', async () => {
    const letter = await read({ body: wordParagraph('[((first_name))]') })
    const text = (first_name: string) => /\[(.*)\]/.exec(textOfPart(letter.fill({ ...EDNA, first_name })))?.[1]
    expect(text('<b>&"\'')).toBe('&lt;b&gt;&amp;&quot;&apos;')
    expect(text('🧣 שלום ((last_name))')).toBe('🧣 שלום ((last_name))')
    expect(text('a\n\tb\u0007')).toBe('a b')
  })

  test('has no gap in its address: a line without anything is taken out, one that the author left empty stays', async () => {
    const filled = textOfPart(
      (await read({ body: '<w:p/>' + wordParagraph('Dear ((title)) ((last_name))') })).fill({ ...EDNA, title: '' }),
    )
    // Their room stays below it, so that what follows is printed where it stands in Word.
    expect(filled.split('\n')).toEqual([
      ...[' Edna Ashworth', '1 Harbour Street', 'Ashford', 'ZE9 1AA', '\u00a0', '\u00a0'],
      ...['', '', 'Dear  Ashworth', ''],
    ])
  })

  test('has no gap in an address that is one paragraph of lines', async () => {
    const lines = ADDRESS.map((line) => `<w:r><w:t>${line}</w:t></w:r>`).join('<w:r><w:br/></w:r>')
    const filled = textOfPart((await read({ address: [], body: `<w:p>${lines}</w:p>` })).fill({ ...EDNA, title: '' }))
    expect(filled.replace(/^\n+/, '').split('\n')).toEqual([
      ' Edna Ashworth',
      '1 Harbour Street',
      'Ashford',
      'ZE9 1AA',
      '\u00a0',
      '\u00a0',
      '',
    ])
  })

  test('keeps the one paragraph of a cell, and the last line of a paragraph falls with the break before it', async () => {
    const cell = `<w:tbl><w:tr><w:tc>${wordParagraph('((title))')}</w:tc></w:tr></w:tbl>`
    const lines = '<w:p><w:r><w:t>a</w:t><w:br/><w:t>((title))</w:t></w:r></w:p>'
    const filled = (await read({ address: [], body: cell + lines })).fill({ ...EDNA, title: '' })
    const body = readDocumentPart(filled, 'word/document.xml') ?? ''
    expect(body).toMatch(/<w:tc><w:p><w:r><w:t xml:space="preserve"><\/w:t><\/w:r><\/w:p><\/w:tc>/)
    expect(body).toMatch(/<w:t xml:space="preserve">a<\/w:t><w:t xml:space="preserve"><\/w:t>/)
  })

  test.each([
    [
      'an unknown one',
      wordParagraph('((shoe |size)) ((iban))'),
      '((shoe size)) is not a placeholder that a template can use.',
    ],
    [
      'a command of the library',
      wordParagraph('((#first_name))x((/first_name))'),
      '((#first_name)) is not a placeholder',
    ],
    ['raw XML', wordParagraph('((@first_name))'), '((@first_name)) is not a placeholder'],
    ['other delimiters', wordParagraph('((=[ ]=))'), '((=[ ]=)) is not a placeholder'],
    [
      'one that is not closed',
      wordParagraph('Dear ((first_name, hello'),
      'A placeholder is not closed: ((first_name, hello…',
    ],
    ['a picture of no font', wordParagraph('Dear 🧣 ((first_name)) ✉️'), 'signs that cannot be printed: 🧣 ✉️. Take'],
    [
      'one over two paragraphs',
      wordParagraph('Dear ((first_') + wordParagraph('name))'),
      'A placeholder is not closed',
    ],
  ])('is refused with what cannot be printed or filled in: %s', async (_what, body, words) => {
    await expect(read({ body })).rejects.toThrow(words)
  })

  test('may have brackets that are none of ours', async () => {
    expect(textOfPart((await read({ body: wordParagraph('(see section (a)) and f(x)') })).fill(EDNA))).toContain(
      '(see section (a)) and f(x)',
    )
  })
})

describe('a document', () => {
  const judge = (bytes: Buffer) => checkDocument(bytes)
  const MACRO_TYPE = 'application/vnd.ms-word.document.macroEnabled.main+xml'
  const relation = (type: string, target: string) =>
    `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

  test.each([
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['11 MB', Buffer.alloc(11 * 1024 * 1024), 'The file is larger than 10 MB.'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'This is a PDF.'],
    ['text', Buffer.from('Dear all'), 'This is not a Word document.'],
    ['a zip of something else', makeZip({ 'a.txt': 'x' }), 'This is not a Word document.'],
    [
      'a spreadsheet',
      exampleDocument({ mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' }),
      'This is not a Word document.',
    ],
    ['a renamed .docm', exampleDocument({ mainType: MACRO_TYPE }), 'The document contains macros.'],
    [
      'macros without their type',
      exampleDocument({
        relationships: relation('vbaProject', 'vbaProject.bin'),
        parts: { 'word/vbaProject.bin': 'x' },
      }),
      'The document contains macros.',
    ],
    [
      'a password',
      Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]),
      'The document is protected by a password.',
    ],
    ['an older Word', Buffer.concat([OLE, Buffer.alloc(600)]), 'This is a document of an older Word.'],
    ['its half', exampleDocument().subarray(0, 700), 'The file cannot be read: it is damaged.'],
    ['broken XML', exampleDocument({ body: '<w:p>' }), 'The file cannot be read: it is damaged.'],
    [
      'a document type',
      exampleDocument({ parts: { 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' } }),
      'The file cannot be read: it is damaged.',
    ],
    ['no text', exampleDocument({ without: ['word/document.xml'] }), 'This is not a Word document.'],
    [
      'a remote picture',
      exampleDocument({ relationships: external('image', 'https://evil.example/a.png') }),
      'takes pictures or text from elsewhere',
    ],
    [
      'a remote template',
      exampleDocument({ relationships: external('frame', 'file:///etc/passwd') }),
      'takes pictures or text from elsewhere',
    ],
    [
      'a field that reads a file',
      exampleDocument({
        body: '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDE</w:instrText></w:r><w:r><w:instrText>TEXT "/etc/passwd"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      }),
      'takes pictures or text from elsewhere',
    ],
    [
      'a short field that reads a picture',
      exampleDocument({ body: '<w:p><w:fldSimple w:instr="&#73;NCLUDEPICTURE x"/></w:p>' }),
      'takes pictures or text from elsewhere',
    ],
    [
      'a drawing with an address',
      exampleDocument({
        body: '<w:p><w:r><w:pict><v:shape><v:imagedata src="https://evil.example/a.png"/></v:shape></w:pict></w:r></w:p>',
      }),
      'of an older kind of Word',
    ],
    [
      'a control',
      exampleDocument({
        contentTypes:
          '<Override PartName="/word/activeX/activeX1.xml" ContentType="application/vnd.ms-office.activeX+xml"/>',
      }),
      'programs, controls or other documents',
    ],
    [
      'another document',
      exampleDocument({ relationships: relation('aFChunk', 'a.html') }),
      'programs, controls or other documents',
    ],
    [
      'a zip bomb',
      exampleDocument({ parts: { 'word/media/a.bin': Buffer.alloc(61 * 1024 * 1024) } }),
      'The document holds more than a letter can.',
    ],
    [
      'a text that unfolds to too much',
      exampleDocument({ parts: { 'word/document.xml': `<a>${'0123456789'.repeat(900_000)}</a>` } }),
      'The document holds more than a letter can.',
    ],
    [
      'thousands of parts',
      makeZip(Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`p${index}`, '']))),
      'The document holds more than a letter can.',
    ],
  ])('with %s is refused', async (_what, bytes, words) => {
    await expect(judge(bytes)).rejects.toMatchObject({ status: 422, message: expect.stringContaining(words) as string })
  })

  test('whose parts unfold to more than they say is refused', async () => {
    const lying = Buffer.from(exampleDocument())
    // The uncompressed size stands 24 bytes into the part's entry of the central directory.
    const entry = lying.lastIndexOf('word/document.xml') - 46
    expect(lying.readUInt32LE(entry + 24)).toBeGreaterThan(500)
    lying.writeUInt32LE(10, entry + 24)
    await expect(judge(lying)).rejects.toThrow('The file cannot be read: it is damaged.')
  })

  test('that is encrypted as a zip is refused', async () => {
    const locked = Buffer.from(exampleDocument())
    const directory = locked.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    locked.writeUInt16LE(locked.readUInt16LE(directory + 8) | 1, directory + 8)
    await expect(judge(locked)).rejects.toThrow('protected by a password')
  })

  test('may lead to web pages, a template and a list for mail merge, whose addresses are left out', async () => {
    const settings =
      '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="rId9"/><w:mailMerge><w:dataSource r:id="rId8"/></w:mailMerge></w:settings>'
    const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${external('attachedTemplate', 'https://evil.example/t.dotm')}${external('mailMergeSource', 'file:///evil/people.xlsx').replace('rId9', 'rId8')}</Relationships>`
    const clean = await judge(
      exampleDocument({
        body: '<w:p><w:hyperlink r:id="rId9"><w:r><w:t>our page</w:t></w:r></w:hyperlink></w:p>',
        relationships:
          external('hyperlink', 'https://www.gov.uk/') + relation('settings', 'settings.xml').replace('rId9', 'rId8'),
        contentTypes:
          '<Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/>',
        parts: { 'word/settings.xml': settings, 'word/_rels/settings.xml.rels': rels },
      }),
    )
    expect(textOfPart(clean)).toContain('our page')
    const written = Object.values(unzipParts(clean))
      .map((part) => Buffer.from(part).toString())
      .join('')
    expect(written).not.toMatch(/TargetMode|gov\.uk|evil|attachedTemplate|mailMerge/)
  })

  test('gives the same bytes each time it is taken', async () => {
    const [one, two] = [await judge(exampleDocument()), await judge(await judge(exampleDocument()))]
    expect(one.equals(two)).toBe(true)
  })
})
