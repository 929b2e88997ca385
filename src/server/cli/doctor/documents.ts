import { findLibreOffice } from '../../clients/libreOffice'
import { examineLibreOffice } from '../../clients/libreOfficeExamination'
import { findSandbox, isProgram, pathsOnPath, type Sandbox } from '../../clients/sandbox'
import type { Config } from '../../config'
import { findingIf, type Finding } from './finding'

/** LibreOffice, its fonts, and what shuts documents in. */
export async function examineDocuments({ sofficePath, bwrapPath }: Config): Promise<Finding[]> {
  const sandbox = await findSandbox(bwrapPath)
  const parts = [examineSandbox(sandbox, bwrapPath), examineLetters(sofficePath, sandbox)]
  return (await Promise.all(parts)).flat()
}

async function examineSandbox({ isClosed }: Sandbox, given: string | undefined): Promise<Finding[]> {
  if (isClosed || given === 'none' || process.platform !== 'linux') return []
  const isThere = await Promise.all((given === undefined ? pathsOnPath('bwrap') : [given]).map(isProgram))
  if (!isThere.includes(true)) {
    return [
      {
        what: `${given === undefined ? 'bubblewrap is not installed' : `${given} is no program`}, so that documents are opened without a sandbox.`,
        cure: 'apt install bubblewrap and leave BWRAP_PATH out, or BWRAP_PATH=none to do without.',
      },
    ]
  }
  return [
    {
      what: 'bubblewrap does not work on this machine, so that documents are opened without a sandbox.',
      cure:
        'Allow this user namespaces of its own (Debian: sysctl -w kernel.unprivileged_userns_clone=1; Ubuntu: sysctl -w ' +
        'kernel.apparmor_restrict_unprivileged_userns=0; a container: as compose.yaml does, by its seccomp profile), or ' +
        'BWRAP_PATH=none to do without.',
    },
  ]
}

async function examineLetters(given: string | undefined, sandbox: Sandbox): Promise<Finding[]> {
  if (given === 'none') return []
  const install = 'apt install libreoffice-writer-nogui fonts-liberation'
  const office = await findLibreOffice(given, sandbox)
  if (!office) {
    return [
      given === undefined
        ? {
            what: 'LibreOffice is not installed, so that no letter can be made.',
            cure: `${install}, or SOFFICE_PATH=none to do without letters.`,
          }
        : {
            what: `${given} is no program, so that no letter can be made.`,
            cure: `Correct SOFFICE_PATH, or leave it out and ${install}; SOFFICE_PATH=none does without letters.`,
          },
    ]
  }
  const missingFonts = await examineLibreOffice(office)
  if (!missingFonts) {
    return [
      {
        what: 'LibreOffice makes no PDF of a letter.',
        cure: `${install}, leave SOFFICE_PATH out, and give the machine 1 GB of free memory; SOFFICE_PATH=none does without letters.`,
      },
    ]
  }
  return findingIf(
    missingFonts.length > 0,
    `There is no font like ${missingFonts.join(' or ')}, so that letters come out otherwise than they were written.`,
    'apt install fonts-liberation',
  )
}
