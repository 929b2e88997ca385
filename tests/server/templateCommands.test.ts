import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../../src/server/db/schema'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { runCommand } from './harness/command'
import { onEngine } from './harness/server'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-templates-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

onEngine('postgresql', 'Templates from the command line', { SOFFICE_PATH: 'none' }, (server) => {
  const doorstep = (...words: string[]) => runCommand(server().services, ...words)
  const file = async (name: string, content: Buffer) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }

  test('a text message, and its text again', async () => {
    expect(await doorstep('sms-template', 'add', 'ashford', '--name', 'Winter', '--text', 'Dear ((first_name))')).toBe(
      'Ashford Council has the text message template Winter.',
    )
    await expect(doorstep('sms-template', 'add', 'ashford', '--name', 'Winter', '--text', '((iban))')).rejects.toThrow(
      '((iban)) is not a placeholder',
    )
    await expect(doorstep('sms-template', 'add', 'nowhere', '--name', 'Winter', '--text', 'x')).rejects.toThrow(
      'There is no organisation called nowhere.',
    )
  })

  test('a letter, through the checks of an upload', async () => {
    const add = (path: string, benefit = 'healthy_start') =>
      doorstep('letter-template', 'add', 'ashford', path, '--benefit', benefit)
    expect(await add(await file('Winter Letter.DOCX', exampleDocument()))).toBe(
      'Ashford Council has the letter template winter_letter.docx.',
    )
    expect(await server().services.letters.templates.listNames(server().seed.ashford.id)).toEqual(
      new Set(['healthy_start/winter_letter.docx']),
    )
    expect(await server().services.database.asSystem((tx) => tx.select().from(auditEntries))).toMatchObject([
      { actorEmail: 'command line', action: 'template_upload', subject: 'letter template for healthy_start' },
    ])
    await expect(add(await file('a.docx', exampleDocument({ body: wordParagraph('((iban))') })))).rejects.toThrow(
      '((iban)) is not a placeholder',
    )
    await expect(add(await file('a.pdf', Buffer.from('%PDF')))).rejects.toThrow(
      'Choose a Word document whose name ends in .docx.',
    )
    await expect(add(join(folder, 'none.docx'))).rejects.toThrow('cannot be read')
  })
})
