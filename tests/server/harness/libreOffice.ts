import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { findLibreOffice, makePdfPath, type LibreOffice } from '../../../src/server/clients/libreOffice'
import { findSandbox, readOutput } from '../../../src/server/clients/sandbox'
import { createDocuments } from '../../../src/server/modules/campaigns/letters/documents/documents'
import { createScratch } from '../../../src/server/lib/scratch'

/** Places for work on documents with another converter in LibreOffice's place, which makes a PDF of a document, or nothing. */
export async function documentsWith(convert: (document: Buffer) => Promise<Buffer | undefined>) {
  return createDocuments({
    scratch: createScratch(join(tmpdir(), 'doorstep-test-documents')),
    sandbox: await findSandbox(),
    office: {
      isSandboxed: true,
      async convert(folder, names) {
        await mkdir(join(folder, 'pdf'), { recursive: true })
        for (const name of names) {
          const pdf = await convert(await readFile(join(folder, name)))
          if (pdf) await writeFile(join(folder, makePdfPath(name)), pdf)
        }
      },
    },
  })
}

const office = await findLibreOffice(process.env.SOFFICE_PATH)

/** For servers of tests: LibreOffice where the tests themselves found it. */
export const WITH_LIBRE_OFFICE: Record<string, string> = process.env.SOFFICE_PATH
  ? { SOFFICE_PATH: process.env.SOFFICE_PATH }
  : {}

/** Tests that LibreOffice is needed for. Where it is missing the run says what it left out, by a test of that name. */
export function withLibreOffice(what: string, define: () => void): void {
  if (office) {
    describe(what, define)
    return
  }
  test(`left out, because LibreOffice is not installed: ${what}`, ({ annotate }) =>
    annotate('Install LibreOffice, or set SOFFICE_PATH, to run these tests.'))
  process.stderr.write(`Left out, because LibreOffice is not installed: ${what}\n`)
}

/** PDFs of documents, made in a temporary folder; undefined for failures. */
export async function convertDocuments(
  office: LibreOffice,
  documents: readonly Uint8Array[],
  limitMs = 120_000,
): Promise<(Buffer | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-convert-'))
  try {
    await Promise.all(documents.map((content, index) => writeFile(join(folder, `${index}.docx`), content)))
    await office.convert(
      folder,
      documents.map((_, index) => `${index}.docx`),
      { limitMs, isLowPriority: false },
    )
    return await Promise.all(documents.map((_, index) => readOutput(folder, makePdfPath(`${index}.docx`), Infinity)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
