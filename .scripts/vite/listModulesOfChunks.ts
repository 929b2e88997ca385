import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** Writes beside the app which modules each of its files is made of, for tests/house/budget.test.ts. */
export function listModulesOfChunks(): Plugin {
  return {
    name: 'doorstep:modules-of-chunks',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const { root } = this.environment.config
      const chunks = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map(({ fileName, isEntry, imports, moduleIds }) => ({
          fileName,
          isEntry,
          imports,
          modules: moduleIds.map((id) => relative(root, id)),
        }))
      writeFileSync(`${dir}-chunks.json`, JSON.stringify(chunks, null, 1))
    },
  }
}
