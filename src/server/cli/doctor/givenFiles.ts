import { open, readdir } from 'node:fs/promises'
import type { Config } from '../../config'
import { loadNotes } from '../../modules/assistant/notes'
import { loadSynonyms } from '../../modules/assistant/synonyms'
import { findingIf, type Finding } from './finding'

/** Operators' files in settings. */
export async function examineGivenFiles({ basemapPmtiles, assistantNotes }: Config): Promise<Finding[]> {
  const nothing = Promise.resolve<Finding[]>([])
  const parts = [
    basemapPmtiles === undefined ? nothing : examineBasemap(basemapPmtiles),
    assistantNotes === undefined ? nothing : examineNotes(assistantNotes),
  ]
  return (await Promise.all(parts)).flat()
}

const MAGIC = Buffer.from('PMTiles\u0003')

async function examineBasemap(file: string): Promise<Finding[]> {
  const cure = 'Correct BASEMAP_PMTILES, or leave it out: the map then has the streets of `basemap` alone.'
  try {
    const handle = await open(file)
    try {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(MAGIC.length), position: 0 })
      return buffer.equals(MAGIC) ? [] : [{ what: `${file} is no PMTiles archive of version 3.`, cure }]
    } finally {
      await handle.close()
    }
  } catch {
    return [{ what: `${file}, which the map is drawn from, cannot be read.`, cure }]
  }
}

const CURE_OF_NOTES =
  'Correct the file or POLICY_NOTES, or leave POLICY_NOTES out: the assistant then has the built-in notes.'

async function examineNotes(folder: string): Promise<Finding[]> {
  try {
    await loadNotes(folder)
    await loadSynonyms(folder)
    const isEmpty = !(await readdir(folder)).some((name) => name.endsWith('.md'))
    return findingIf(isEmpty, `There is no policy note in ${folder}.`, CURE_OF_NOTES)
  } catch (error) {
    return [
      {
        what: error instanceof Error ? error.message : `The notes in ${folder} cannot be read.`,
        cure: CURE_OF_NOTES,
      },
    ]
  }
}
