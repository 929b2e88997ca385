/** Converts Word to PDF in a sandbox: no macros, no fetching. */
import { realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitCode, findSandbox, isProgram, openOutput, exitsCleanly, pathsOnPath, type Sandbox } from './sandbox'

export interface LibreOffice {
  readonly isSandboxed: boolean
  /** `1.docx` becomes `pdf/1.pdf`, missing if it failed or ran out of time. */
  convert(folder: string, names: readonly string[], run: ConversionRun): Promise<void>
}

interface ConversionRun {
  readonly limitMs: number
  readonly isLowPriority: boolean
}

const MEMORY_MEGABYTES = 750
const PDF_MEGABYTES = 64

const NAMES = ['soffice', 'libreoffice']
const USUAL = [
  '/usr/bin/soffice',
  '/usr/lib/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]

/**
 * @param given `SOFFICE_PATH`; `none` disables it
 * @param sandbox unused where LibreOffice cannot run in it (Snap, Flatpak)
 * @returns undefined without LibreOffice
 */
export async function findLibreOffice(given: string | undefined, sandbox?: Sandbox): Promise<LibreOffice | undefined> {
  if (given === 'none') return undefined
  for (const program of given === undefined ? [...pathsOnPath(...NAMES), ...USUAL] : [given]) {
    if (!(await isProgram(program))) continue
    const found = sandbox ?? (await findSandbox())
    const readOnly = [await programFolder(program)]
    const isUsable = !found.isClosed || (await exitsCleanly(found, { program, args: ['--version'], readOnly }))
    return createLibreOffice(program, readOnly, isUsable ? found : await findSandbox('none'))
  }
  return undefined
}

async function programFolder(program: string): Promise<string> {
  const folder = dirname(await realpath(program))
  return folder.endsWith('/program') ? dirname(folder) : folder
}

function createLibreOffice(program: string, readOnly: readonly string[], sandbox: Sandbox): LibreOffice {
  return {
    isSandboxed: sandbox.isClosed,
    async convert(folder, names, { limitMs, isLowPriority }) {
      const limits = {
        memoryMegabytes: MEMORY_MEGABYTES,
        processorSeconds: Math.ceil(limitMs / 1_000),
        fileMegabytes: PDF_MEGABYTES,
      }
      const args = [
        ...['-c', WITH_PROFILE, 'sh', PROFILE, program],
        `-env:UserInstallation=${pathToFileURL(join(sandbox.inside(folder), 'profile')).href}`,
        ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard', '--nologo'],
        ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', 'pdf'],
        ...names,
      ]
      const env = { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' }
      await exitCode(sandbox.start({ program: '/bin/sh', args, folder, readOnly, limits, env, isLowPriority }), limitMs)
      await Promise.all(names.map((name) => removeUnfinished(folder, makePdfPath(name))))
    },
  }
}

/** A document's PDF, below the folder. */
export const makePdfPath = (name: string): string => join('pdf', name.replace(/\.docx$/, '.pdf'))

/** In the sandbox: a process that had the folder before may have left links to the server's files. */
const WITH_PROFILE =
  'rm -rf profile pdf && mkdir -p profile/user && printf %s "$1" > profile/user/registrymodifications.xcu && shift && exec "$@"'

const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  ['DisableMacrosExecution', 'true'],
  ['DisableActiveContent', 'true'],
  ['BlockUntrustedRefererLinks', 'true'],
  ['MacroSecurityLevel', '3'],
]
  .map(
    ([name, value]) =>
      `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>`

const TAIL_BYTES = 32

async function removeUnfinished(folder: string, name: string): Promise<void> {
  const file = await openOutput(folder, name)
  if (!file) return
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read({ buffer: Buffer.alloc(TAIL_BYTES), position: Math.max(0, size - TAIL_BYTES) })
    if (!buffer.includes('%%EOF')) await rm(join(folder, name))
  } finally {
    await file.close()
  }
}
