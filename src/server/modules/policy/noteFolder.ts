/** An operator's note (POLICY_NOTES) replaces ours of the same name; an unreadable one stops the start. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../root'
import { readNote, type Note } from './noteFile'

const BUILT_IN = join(packageRoot, 'src/server/modules/policy/notes')

/** A few pages. */
const MAX_NOTE_BYTES = 200_000
const MAX_NOTES = 500

/** Reads the notes, sorted by name. @throws Error naming the file or the folder */
export async function loadNotes(operatorFolder?: string): Promise<Note[]> {
  const notes = new Map<string, Note>()
  for (const folder of operatorFolder === undefined ? [BUILT_IN] : [BUILT_IN, operatorFolder]) {
    for (const note of await notesIn(folder)) notes.set(note.name, note)
  }
  return [...notes.values()].sort((a, b) => a.name.localeCompare(b.name))
}

async function notesIn(folder: string): Promise<Note[]> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`The folder of policy notes ${folder} cannot be read. Check POLICY_NOTES.`, { cause })
  })
  const markdown = files.filter((file) => file.endsWith('.md')).sort()
  if (markdown.length > MAX_NOTES) throw new Error(`The folder ${folder} holds more than ${MAX_NOTES} policy notes.`)
  return Promise.all(markdown.map((file) => noteIn(folder, file)))
}

async function noteIn(folder: string, file: string): Promise<Note> {
  const path = join(folder, file)
  try {
    const name = file.slice(0, -'.md'.length)
    if (!/^[a-z0-9-]{1,100}$/.test(name)) throw new Error('its name may hold small letters, digits and hyphens only')
    if ((await stat(path)).size > MAX_NOTE_BYTES) throw new Error('it is larger than 200 kB')
    return readNote(name, await readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(
      `The policy note ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
      {
        cause: error,
      },
    )
  }
}
