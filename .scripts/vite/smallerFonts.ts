import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const FONTS = '@fontsource-variable/inter/files'

/**
 * Takes out of the fonts what no page shows: weights and shapes of letters outside the ranges that
 * src/app/ui/fonts.css gives a file for. A third of the bytes, which a weak line carries before the map. Before the build,
 * whose names of files are made from what is in them.
 */
export function smallerFonts(): Plugin {
  return {
    name: 'doorstep:smaller-fonts',
    apply: 'build',
    async config({ root = process.cwd() }) {
      const folder = join(root, '.cache/fonts')
      await mkdir(folder, { recursive: true })
      const [, ...faces] = (await readFile(join(root, 'src/app/ui/fonts.css'), 'utf8')).split('@font-face')
      for (const face of faces) {
        const file = between(face, `url('`, `'`)
        const [min = NaN, max = NaN] = between(face, 'font-weight:', ';').trim().split(' ').map(Number)
        const font = await subsetFont(
          await readFile(createRequire(join(root, 'package.json')).resolve(file)),
          listCharacters(between(face, 'unicode-range:', ';')),
          { targetFormat: 'woff2', variationAxes: { wght: { min, max } } },
        )
        await writeFile(join(folder, basename(file)), font)
      }
      return { resolve: { alias: { [FONTS]: folder } } }
    },
  }
}

function between(text: string, before: string, after: string): string {
  const [found, end] = text.split(before)[1]?.split(after) ?? []
  if (found === undefined || end === undefined) throw new Error(`A font of src/app/ui/fonts.css has no ${before}.`)
  return found
}

const RANGE = /^U\+([\dA-F]{1,6})(?:-([\dA-F]{1,6}))?$/u

/** Those of ` U+0000-00FF, U+0131`. */
function listCharacters(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [, from, to = from] = RANGE.exec(range.trim()) ?? []
      if (from === undefined || to === undefined) throw new Error(`src/app/ui/fonts.css: ${range} is no range.`)
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    .join('')
}
