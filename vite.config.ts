import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

/**
 * `vite build` makes the app, `vite build --ssr` the server: `src` bundled, packages left in
 * `node_modules`. Both land in `dist`. `vite` alone serves the app for development and hands
 * everything else to the server beside it.
 */
export default defineConfig(({ isSsrBuild }) => ({
  define: { 'import.meta.env.DOORSTEP_VERSION': JSON.stringify(version()) },
  plugins: [react(), ...(isSsrBuild ? [] : [listModulesOfChunks(), editions(), serviceWorker(), precompressed()])],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: { input: { main: 'src/server/main.ts', cli: 'src/server/cli.ts' } },
      }
    : {
        outDir: 'dist/app',
        emptyOutDir: true,
        // The map's engine alone is larger than Vite's warning threshold; tests/house/budget.test.ts is the limit.
        chunkSizeWarningLimit: 3_000,
        rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
      },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/backend', '/oidc', '/files', '/health'].map((path) => [
        path,
        { target: `http://localhost:${process.env.PORT ?? '3000'}` },
      ]),
    ),
  },
  test: {
    restoreMocks: true,
    // How fast the machine is decides nothing: a busy one is ten times slower than a developer's.
    testTimeout: 30_000,
    // Vitest leaves one core free, which on two is half of the machine.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{app,offline}/**/*.test.{ts,tsx}', 'sw/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['tests/house/setup/console.ts', 'tests/house/setup/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-server',
          include: ['src/{server,contract}/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/house/setup/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          exclude: ['tests/house/budget.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      // Needs `dist`, which the other house tests do not.
      { extends: true, test: { name: 'budget', include: ['tests/house/budget.test.ts'], environment: 'node' } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/server/harness/globalSetup.ts',
          environment: 'node',
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))

/** The package's version and, where there is one, the commit: the same source makes the same files. */
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' })
  return status === 0 ? `${version} (${stdout.trim()})` : version
}

/**
 * What shares a file. A file costs a round trip, which on a weak line is more than its bytes, so that what is needed
 * together comes together: all that the entry needs, all that the frame around the pages needs, and the small parts
 * that pages have in common. Vite's preload helper comes first and by itself: whichever group swallows it becomes part
 * of every page, and the login page once loaded the whole map that way.
 */
const chunkGroups = [
  { name: 'preload-helper', test: /vite[\\/]preload-helper/, priority: 100 },
  { name: 'react', test: packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom'), priority: 90 },
  { name: 'entry', tags: ['$initial' as const], priority: 80 },
  { name: 'zod', test: packages('zod'), priority: 50 },
  { name: 'maplibre', test: packages('maplibre-gl', 'pmtiles'), priority: 40 },
  { name: 'deck', test: packages('@deck.gl/*', '@luma.gl/*', '@loaders.gl/*', '@math.gl/*', '@probe.gl/*'), priority: 40 },
  // What charts share with others: or whoever needs a little of it would load the charts.
  { name: 'd3', test: packages('d3-*', 'internmap'), priority: 45 },
  { name: 'shared', test: packages('clsx', 'use-sync-external-store'), priority: 45 },
  {
    name: 'charts',
    test: packages('recharts', 'victory-vendor', '@reduxjs/toolkit', 'react-redux', 'redux*', 'reselect', 'immer', 'es-toolkit', 'decimal.js-light'),
    priority: 40,
  },
  { name: 'aria', test: packages('react-aria*', '@react-aria/*', 'react-stately', '@react-stately/*'), priority: 40 },
  // What asks for new versions is on every page, the login page too.
  { name: 'update', test: /src[\\/]app[\\/](features[\\/]device[\\/]UpdateNotice|state[\\/]update)\.tsx?$/, priority: 60 },
  { name: 'start', test: /src[\\/]app[\\/]routes[\\/](rootLoader|mapLoader)\.ts$/, priority: 35 },
  { name: 'frame', test: /src[\\/]app[\\/]routes[\\/]root\.tsx$/, priority: 30 },
  {
    name: 'parts',
    test: /src[\\/]app[\\/](ui[\\/](?!data-table|notify[\\/]toasts)|lib[\\/])|node_modules[\\/]lucide-react[\\/]/,
    priority: 20,
  },
]

/**
 * The service worker of `sw`, with the shell in its precache list. What is large and not needed on the first visit
 * (the map, charts, the chat) is left out and kept by the worker once it was needed. One file of the list that the
 * server does not have, and no worker is ever installed: nothing that stays on the builder may match.
 */
function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'service-worker.ts',
    // The app registers the worker itself, and public/manifest.webmanifest is the manifest.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['*.html', 'favicon.svg', 'manifest.webmanifest', 'icons/*.png', 'assets/*.{js,css,woff2}'],
      globIgnores: ['assets/{maplibre,deck,MapCanvas,GoogleBasemap,OpenBasemap,charts,markdown}*'],
    },
  })
}

/** Matches the modules of some packages; `*` stands for the rest of a name. */
function packages(...names: string[]): RegExp {
  const alternatives = names.map((name) => name.replaceAll('/', '[\\\\/]').replaceAll('*', '[^\\\\/]*'))
  return new RegExp(`[\\\\/]node_modules[\\\\/](${alternatives.join('|')})[\\\\/]`)
}

const SHELL = /<!-- shell -->[\s\S]*<!-- \/shell -->\s*/
const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g

/**
 * The editions of the app's page (src/contract/pages.ts says which address gets which). In each the entry's styles
 * stand in the page itself, so that the shell is painted with the page's own bytes; the login page's has no shell, and
 * the map's names the files that its route will ask for, so that they come beside the entry instead of after it.
 */
function editions(): Plugin {
  return {
    name: 'doorstep:editions',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const read = (name: string) => readFileSync(join(dir, name), 'utf8')
      // The link stays, switched off: by it the preload helper knows that these styles are here.
      const page = read('index.html').replace(STYLESHEET, (link, href: string) => `<style>${read(href).trim()}</style>${link.replace('>', ' disabled>')}`)
      const edition = (name: string, html: string) => writeFileSync(join(dir, name), html)
      edition('index.html', page)
      edition('login.html', page.replace(SHELL, ''))
      edition('map.html', page.replace('</head>', `${preloads(bundle, page)}</head>`))
    },
  }
}

/** Links to the files of the map's route that the page does not name yet: code first, then styles. */
function preloads(bundle: Rolldown.OutputBundle, page: string): string {
  const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const wanted = new Set<string>()
  const want = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || wanted.has(name)) return
    wanted.add(name)
    chunk.imports.forEach(want)
  }
  for (const name of ['rootLoader.ts', 'root.tsx', 'map.tsx']) {
    const path = join(import.meta.dirname, 'src/app/routes', name)
    want([...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => join(id) === path))?.fileName ?? '')
  }
  const styles = [...wanted].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])])
  return [...wanted, ...new Set(styles)]
    .filter((name) => !page.includes(name))
    .map((name) => `<link ${name.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} crossorigin href="/${name}">\n  `)
    .join('  ')
}

/** Compresses what is worth it once, as small as it goes, beside the file: at each request there is no time for that. */
function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'doorstep:precompressed',
    apply: 'build',
    closeBundle: {
      // After the service worker, which is written when everything else is.
      order: 'post',
      sequential: true,
      async handler() {
        const folder = join(import.meta.dirname, 'dist/app')
        const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(m?js|css|html|svg|webmanifest)$/.test(name))
        for (const file of files.map((name) => join(folder, name))) {
          const bytes = await readFile(file)
          const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          const [small, smallEnough] = await Promise.all([brotli(bytes, { params: size }), zip(bytes, { level: 9 })])
          await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, smallEnough)])
        }
      },
    },
  }
}

/** Writes beside the app which modules each of its files is made of, for tests/house/budget.test.ts. */
function listModulesOfChunks(): Plugin {
  return {
    name: 'doorstep:modules-of-chunks',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map(({ fileName, isEntry, imports, moduleIds }) => ({
          fileName,
          isEntry,
          imports,
          modules: moduleIds.map((id) => relative(import.meta.dirname, id)),
        }))
      writeFileSync(`${dir}-chunks.json`, JSON.stringify(chunks, null, 1))
    },
  }
}
