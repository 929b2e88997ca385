import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Command } from 'commander'
import { vi } from 'vitest'
import { z } from 'zod'
import { FAULT_TITLES, faultGroupSchema, type FaultKind } from '../../../src/contract/households/imports'
import { nextSteps } from '../../../src/server/cli/commands/command'
import { importCommand } from '../../../src/server/cli/commands/import'
import { renderFaults, renderReport } from '../../../src/server/modules/households/imports/renderReport'
import { ImportFaults } from '../../../src/server/modules/households/imports/report'
import { addCouncil, monthTools, type MonthInput } from './months'
import type { TestServer } from './server'

const MONTH = '2026-10-01'

const groupsSchema = z.array(
  faultGroupSchema.extend({ kind: z.custom<FaultKind>((kind) => Object.keys(FAULT_TITLES).includes(String(kind))) }),
)

let councils = 0

/** Lines of text that answer a month, each time of a new council: by the command line, and in Settings. */
export function waysOfMonth(server: () => TestServer) {
  async function byCommand(files: MonthInput): Promise<string[]> {
    const slug = `ways-${(councils += 1)}`
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-ways-'))
    const printed: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
    const error = vi.spyOn(console, 'error').mockImplementation((line = '') => void printed.push(String(line)))
    try {
      const words = ['--organisation', slug, '--name', 'Ways', '--domain', `${slug}.example`, '--snapshot', MONTH]
      for (const [name, content] of Object.entries(files)) {
        // Settings know no other names.
        const path = join(folder, name)
        await writeFile(path, z.union([z.string(), z.instanceof(Buffer)]).parse(content))
        words.push(`--${name}`, path)
      }
      const program = new Command().exitOverride()
      importCommand(program, (work) => work(server().services))
      await program.parseAsync(['import', ...words], { from: 'user' })
    } catch (failure) {
      if (!(failure instanceof ImportFaults)) printed.push(failure instanceof Error ? failure.message : String(failure))
    } finally {
      log.mockRestore()
      error.mockRestore()
      await rm(folder, { recursive: true })
    }
    return comparable(
      printed.filter((line) => line !== nextSteps(slug)),
      slug,
    )
  }

  async function inSettings(files: MonthInput): Promise<string[]> {
    const slug = `ways-${(councils += 1)}`
    const { handOver } = monthTools(server, await addCouncil(server(), slug))
    const { failure, preview, ...found } = await handOver(files, MONTH)
    if (failure !== null) return [failure]
    const [faults, warnings] = [groupsSchema.parse(found.faults), groupsSchema.parse(found.warnings)]
    if (!preview) return comparable(renderFaults([...faults, ...warnings]), slug)
    const { household_count: householdCount, ward_count: wardCount, contact_count: contactCount } = preview
    const organisation = { id: '', slug, name: 'Ways', isNew: true }
    const report = { organisation, month: MONTH, householdCount, wardCount, contactCount, replaced: false, warnings }
    return comparable(renderReport(report), slug)
  }

  /** What Settings says of files that it does not take, by file. */
  async function refusedInSettings(files: MonthInput): Promise<unknown> {
    const slug = `ways-${(councils += 1)}`
    const { announce } = monthTools(server, await addCouncil(server(), slug))
    return z.object({ fields: z.unknown() }).parse((await announce(files, MONTH)).json()).fields
  }

  return { byCommand, inSettings, refusedInSettings }
}

/** Without progress, which a terminal shows, and without the council's name. */
const comparable = (lines: readonly string[], slug: string) =>
  lines.filter((line) => line !== '' && !line.endsWith('…')).map((line) => line.replaceAll(slug, 'ways'))

/** Each file gzipped that is not already. */
export const foldMonth = ({ households, contacts, wards }: MonthInput): MonthInput => ({
  households: fold(households),
  ...(contacts === undefined ? {} : { contacts: fold(contacts) }),
  ...(wards === undefined ? {} : { wards: fold(wards) }),
})

const fold = (content: string | Buffer) => (content[0] === 0x1f ? content : gzipSync(content))
