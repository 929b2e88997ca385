import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** As src/app/ui/tokens.css has them. */
const WEIGHTS = { min: 400, max: 700 }

/**
 * Takes out of the fonts what no page shows: weights that no token has, and shapes of letters outside the range that
 * src/app/ui/fonts.css gives a file for. A third of the bytes, which a weak line carries before the map.
 */
export function smallerFonts(): Plugin {
  return {
    name: 'doorstep:smaller-fonts',
    apply: 'build',
    async generateBundle(_, bundle) {
      const faces = readFileSync(join(this.environment.config.root, 'src/app/ui/fonts.css'), 'utf8').split('@font-face')
      for (const file of Object.values(bundle)) {
        const name = file.type === 'asset' ? basename(file.originalFileNames[0] ?? '') : ''
        if (file.type !== 'asset' || !name.endsWith('.woff2')) continue
        const face = faces.find((one) => one.includes(`/${name}'`))
        if (!face) this.error(`src/app/ui/fonts.css has no @font-face for ${name}.`)
        file.source = await subsetFont(Buffer.from(file.source), charactersOf(face), {
          targetFormat: 'woff2',
          variationAxes: { wght: WEIGHTS },
        })
      }
    },
  }
}

/** Those of `unicode-range: U+0000-00FF, U+0131;`. */
function charactersOf(face: string): string {
  const [, rest = ''] = face.split('unicode-range:')
  const [ranges = ''] = rest.split(';')
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = NaN, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16))
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    .join('')
}
