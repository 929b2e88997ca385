/**
 * LibreOffice, where it is installed, makes PDF of Word documents. It runs in a sandbox (see sandbox.ts) with a profile
 * that allows no macros and fetches nothing, and is ended with its children when it takes too long or grows too large.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ended, findSandbox, isProgram, openMade, readMade, runs, type Sandbox } from './sandbox'

export interface LibreOffice {
  /** Whether it sees neither the network nor anything of the machine but the folder that it works in. */
  readonly isSandboxed: boolean
  /**
   * Converts .docx documents of a folder in one run, in their order. Of `1.docx` it makes `pdf/1.pdf`; a document that
   * it fails on, or that there is no time for, leaves none.
   */
  convert(folder: string, names: readonly string[], run: ConversionRun): Promise<void>
}

export interface ConversionRun {
  /** After so long it is ended, with what it has made by then. */
  readonly limitMs: number
  /** Whether everything else on the machine goes first. */
  readonly isPatient: boolean
}

/** An ordinary letter takes a quarter. What is resident stays below a gigabyte, its libraries included. */
const MEMORY_MEGABYTES = 750
/** The longest letter that could be posted, with pictures on every page. */
const PDF_MEGABYTES = 64

const NAMES = ['soffice', 'libreoffice']
/** Where installers put it without putting it on the PATH. */
const USUAL = [
  '/usr/bin/soffice',
  '/usr/lib/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]

/**
 * Finds LibreOffice.
 * @param given the operator's `SOFFICE_PATH`; `none` means to do without.
 * @param sandbox where it works, if it runs there at all: one from a container format may not.
 * @returns undefined where there is none.
 */
export async function findLibreOffice(given: string | undefined, sandbox?: Sandbox): Promise<LibreOffice | undefined> {
  if (given === 'none') return undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  for (const program of given === undefined ? [...onPath, ...USUAL] : [given]) {
    if (!(await isProgram(program))) continue
    const found = sandbox ?? (await findSandbox())
    const readOnly = [await programFolder(program)]
    const isUsable = !found.isClosed || (await runs(found, { program, args: ['--version'], readOnly }))
    return createLibreOffice(program, readOnly, isUsable ? found : await findSandbox('none'))
  }
  return undefined
}

/** LibreOffice's own folder: links of the PATH lead to its `program`. */
async function programFolder(program: string): Promise<string> {
  const folder = dirname(await realpath(program))
  return folder.endsWith('/program') ? dirname(folder) : folder
}

function createLibreOffice(program: string, readOnly: readonly string[], sandbox: Sandbox): LibreOffice {
  return {
    isSandboxed: sandbox.isClosed,
    async convert(folder, names, { limitMs, isPatient }) {
      // A run before may have left anything there.
      await Promise.all(['profile', 'pdf'].map((name) => rm(join(folder, name), { recursive: true, force: true })))
      const profile = join(folder, 'profile', 'user')
      await mkdir(profile, { recursive: true })
      await writeFile(join(profile, 'registrymodifications.xcu'), PROFILE)
      const limits = {
        memoryMegabytes: MEMORY_MEGABYTES,
        processorSeconds: Math.ceil(limitMs / 1_000),
        fileMegabytes: PDF_MEGABYTES,
      }
      const args = [
        `-env:UserInstallation=${pathToFileURL(join(sandbox.inside(folder), 'profile')).href}`,
        ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard', '--nologo'],
        ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', 'pdf'],
        ...names,
      ]
      // Where there is no sandbox, a proxy that leads nowhere keeps it from fetching by HTTP at least.
      const env = { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' }
      await ended(sandbox.start({ program, args, folder, readOnly, limits, env, isPatient }), limitMs)
      // Ended, crashed or done: what it made counts, unless it was in the middle of it.
      await Promise.all(names.map((name) => removeUnfinished(folder, pdfOf(name))))
    },
  }
}

/** Where the PDF of a document lies in the folder. */
export const pdfOf = (name: string): string => join('pdf', name.replace(/\.docx$/, '.pdf'))

/** Macros never run, nothing is fetched, and no question is asked. */
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

/** How many bytes the end of a PDF is looked for in. */
const TAIL_BYTES = 32

async function removeUnfinished(folder: string, name: string): Promise<void> {
  const file = await openMade(folder, name)
  if (!file) return
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read({ buffer: Buffer.alloc(TAIL_BYTES), position: Math.max(0, size - TAIL_BYTES) })
    if (!buffer.includes('%%EOF')) await rm(join(folder, name))
  } finally {
    await file.close()
  }
}

/**
 * Converts documents in a folder that is made for them and removed afterwards.
 * @returns the PDF of each, in order; undefined for one that could not be converted.
 */
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
      { limitMs, isPatient: false },
    )
    return await Promise.all(documents.map((_, index) => readMade(folder, pdfOf(`${index}.docx`))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
