import { describe, test } from 'vitest'
import { findLibreOffice } from '../../../src/server/clients/libreOffice'

const office = await findLibreOffice(process.env.SOFFICE_PATH)

/** For servers of tests: LibreOffice where the tests themselves found it. */
export const WITH_LIBRE_OFFICE: Record<string, string> = process.env.SOFFICE_PATH ? { SOFFICE_PATH: process.env.SOFFICE_PATH } : {}

/** Tests that LibreOffice is needed for. Where it is missing the run says what it left out, by a test of that name. */
export function withLibreOffice(what: string, define: () => void): void {
  if (office) {
    // It takes a second a run, and many on a machine that is busy.
    describe(what, { timeout: 120_000 }, define)
    return
  }
  test(`left out, because LibreOffice is not installed: ${what}`, ({ annotate }) => annotate('Install LibreOffice, or set SOFFICE_PATH, to run these tests.'))
  process.stderr.write(`Left out, because LibreOffice is not installed: ${what}\n`)
}
