import { describe, test } from 'vitest'
import { findLibreOffice } from '../../../src/server/clients/libreOffice'

const office = await findLibreOffice(process.env.SOFFICE_PATH)

/** Tests that LibreOffice is needed for. Where it is missing the run says what it left out, by a test of that name. */
export function withLibreOffice(what: string, define: () => void): void {
  if (office) {
    describe(what, define)
    return
  }
  test(`left out, because LibreOffice is not installed: ${what}`, ({ annotate }) => annotate('Install LibreOffice, or set SOFFICE_PATH, to run these tests.'))
  process.stderr.write(`Left out, because LibreOffice is not installed: ${what}\n`)
}
