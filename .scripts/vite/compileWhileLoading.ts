import type { Plugin } from 'vite'

/** Read by Chromium as the first line of a file, by others as a comment (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the named files compiled whole while they load, beside the page, and not function by function as they are called:
 * a tenth of the main thread's work on the map's first visit.
 */
export function compileWhileLoading(names: readonly string[]): Plugin {
  return {
    name: 'doorstep:compile-while-loading',
    apply: 'build',
    enforce: 'post',
    // What is put before the code is part of the file that a name stands for.
    augmentChunkHash: ({ name }) => (names.includes(name) ? HINT : undefined),
    generateBundle: {
      // After Vite has put the list of each file's imports before its code.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        for (const name of names) {
          const named = chunks.filter((chunk) => chunk.name === name)
          if (named.length === 0) this.error(`There is no file called ${name} to compile while it loads.`)
          for (const chunk of named) chunk.code = HINT + chunk.code
        }
      },
    },
  }
}
