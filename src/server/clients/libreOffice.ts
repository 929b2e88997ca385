/**
 * LibreOffice, where it is installed, makes PDF of Word documents: one run at a time, each with a profile and a folder
 * of its own that are gone afterwards, without macros, without a network proxy that leads anywhere, and killed with
 * its children when it takes too long.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createScratch, type Scratch } from '../scratch'

export interface LibreOffice {
  /**
   * Converts .docx documents in one run.
   * @returns the PDF of each, in order; undefined for one that could not be converted.
   * @throws Error when it did not run at all.
   */
  toPdf(documents: readonly Uint8Array[]): Promise<(Buffer | undefined)[]>
}

const START_MS = 60_000
const DOCUMENT_MS = 5_000

const NAMES = ['soffice', 'libreoffice']
/** Where installers put it without putting it on the PATH. */
const USUAL = ['/usr/bin/soffice', '/usr/lib/libreoffice/program/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice']

/**
 * Finds LibreOffice.
 * @param given the operator's `SOFFICE_PATH`; `none` means to do without.
 * @param scratch where it works.
 * @returns undefined where there is none.
 */
export async function findLibreOffice(
  given: string | undefined,
  scratch: Scratch = createScratch(join(tmpdir(), 'doorstep-scratch')),
): Promise<LibreOffice | undefined> {
  if (given === 'none') return undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  for (const program of given === undefined ? [...onPath, ...USUAL] : [given]) {
    if (await isProgram(program)) return createLibreOffice(program, scratch)
  }
  return undefined
}

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

function createLibreOffice(program: string, scratch: Scratch): LibreOffice {
  let last: Promise<unknown> = Promise.resolve()
  return {
    toPdf(documents) {
      // One at a time: it takes a processor and two hundred megabytes.
      const run = last.then(() => scratch.withPath((folder) => convert(program, folder, documents)))
      last = run.catch(() => {})
      return run
    },
  }
}

/** Macros never run, nothing is fetched, nobody is asked anything. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  ['DisableMacrosExecution', 'true'],
  ['DisableActiveContent', 'true'],
  ['BlockUntrustedRefererLinks', 'true'],
  ['MacroSecurityLevel', '3'],
]
  .map(([name, value]) => `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`)
  .join('\n')}
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>`

async function convert(program: string, folder: string, documents: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
  await mkdir(join(folder, 'profile', 'user'), { recursive: true })
  await writeFile(join(folder, 'profile', 'user', 'registrymodifications.xcu'), PROFILE)
  await Promise.all(documents.map((content, index) => writeFile(join(folder, `${index}.docx`), content, { mode: 0o600 })))
  await run(program, folder, documents.map((_, index) => `${index}.docx`))
  return Promise.all(documents.map((_, index) => readFile(join(folder, 'pdf', `${index}.pdf`)).catch(() => undefined)))
}

function run(program: string, folder: string, names: readonly string[]): Promise<void> {
  const options = [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard', '--nologo'],
    ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', 'pdf'],
  ]
  // The path and the language alone: no secret of ours is any business of a converter's.
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: 'C.UTF-8',
    http_proxy: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
  }
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...options, ...names], { cwd: folder, env, stdio: 'ignore', detached: true })
    const timer = setTimeout(() => {
      // The program is a script around the one that works: the whole group goes.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, START_MS + DOCUMENT_MS * names.length)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new Error('LibreOffice could not be started.', { cause: error }))
    })
    // Killed, crashed or done: what it made is looked at, whatever it says.
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
