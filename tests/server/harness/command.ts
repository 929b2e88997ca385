import { vi } from 'vitest'
import { createProgram } from '../../../src/server/cli/commands/program'
import type { Services } from '../../../src/server/services'

/** Runs a command on services that are open already. @returns what it printed. */
export async function runCommand(services: Services, ...words: string[]): Promise<string> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  await createProgram((work) => work(services)).parseAsync(words, { from: 'user' })
  return lines.join('\n')
}
