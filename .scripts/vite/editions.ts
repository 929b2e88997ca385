import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const SHELL = /<!-- shell -->[\s\S]*<!-- \/shell -->\s*/
const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g

/**
 * The editions of the app's page (src/contract/platform/pages.ts says which address gets which). In each the entry's styles
 * stand in the page itself, so that the shell is painted with the page's own bytes; the login page's has no shell, and
 * the map's names the files that its route will ask for, so that they come beside the entry instead of after it, and
 * after those the map's engine, which would leave a slow line unused for a second if only the route asked for it.
 */
export function editions(): Plugin {
  return {
    name: 'doorstep:editions',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const read = (name: string) => readFileSync(join(dir, name), 'utf8')
      // The link stays, switched off: by it the preload helper knows that these styles are here.
      const page = read('index.html').replace(
        STYLESHEET,
        (link, href: string) => `<style>${read(href).trim()}</style>${link.replace('>', ' disabled>')}`,
      )
      const edition = (name: string, html: string) => writeFileSync(join(dir, name), html)
      edition('index.html', page)
      edition('login.html', page.replace(SHELL, ''))
      edition('map.html', page.replace('</head>', `${mapLinks(bundle, page, this.environment.config.root)}</head>`))
    },
  }
}

/** Links to the files of the map's route that the page does not name yet, code first, then to those of its engine. */
function mapLinks(bundle: Rolldown.OutputBundle, page: string, root: string): string {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  /** The files that modules need: the code that they import statically, then its styles. */
  const listFiles = (...modules: string[]) => {
    const wanted = new Set<string>()
    const want = (name: string) => {
      const chunk = chunks.get(name)
      if (!chunk || wanted.has(name)) return
      wanted.add(name)
      chunk.imports.forEach(want)
    }
    for (const name of modules) {
      const path = join(root, 'src/app', name)
      want([...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => join(id) === path))?.fileName ?? '')
    }
    return [
      ...wanted,
      ...new Set([...wanted].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])])),
    ]
  }
  const isStyle = (name: string) => name.endsWith('.css')
  const now = listFiles('routes/rootLoader.ts', 'routes/root.tsx', 'routes/map.tsx').filter(
    (name) => !page.includes(name),
  )
  const then = listFiles(
    'features/map/street-view/canvas/MapCanvas.tsx',
    'features/map/street-view/canvas/OpenBasemap.tsx',
  ).filter((name) => !page.includes(name) && !now.includes(name))
  const rel = (name: string) => (isStyle(name) ? 'rel="preload" as="style"' : 'rel="modulepreload"')
  return [...now, ...then].map((name) => `<link ${rel(name)} crossorigin href="/${name}">\n  `).join('  ')
}
