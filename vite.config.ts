import { availableParallelism } from 'node:os'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { z } from 'zod'
import { bundleSmallFiles } from './.scripts/vite/bundleSmallFiles.ts'
import { compileWhileLoading } from './.scripts/vite/compileWhileLoading.ts'
import { editions } from './.scripts/vite/editions.ts'
import { findRoles } from './.scripts/vite/findRoles.ts'
import { listModulesOfChunks } from './.scripts/vite/listModulesOfChunks.ts'
import { smallerFonts } from './.scripts/vite/smallerFonts.ts'
import { PATIENCE_MS, TEST_LIMIT_MS } from './tests/house/setup/patience.ts'

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')))
const commit = builtCommit()
const roles = findRoles()

/**
 * `vite build` makes the app, `vite build --ssr` the server: `src` bundled, packages left in
 * `node_modules`. Both land in `dist`. `vite` alone serves the app for development and hands
 * everything else to the server beside it.
 */
export default defineConfig(({ isSsrBuild }) => ({
  // Dexie's build for today's browsers: the default is a twentieth larger and cannot be tree-shaken.
  resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
  define: {
    'import.meta.env.DOORSTEP_VERSION': JSON.stringify(`${version} (${commit})`),
    DOORSTEP_COMMIT: JSON.stringify(commit),
  },
  plugins: [
    react(),
    ...(isSsrBuild
      ? []
      : [
          smallerFonts(),
          listModulesOfChunks(),
          editions(),
          compileWhileLoading(NEEDED_BY_MAP),
          roles.plugin,
          serviceWorker(),
        ]),
  ],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            cli: 'src/server/cli/cli.ts',
            databaseWorker: 'src/server/db/embedded/worker.ts',
            facetsWorker: 'src/server/modules/households/snapshots/engine/facets/worker.ts',
            mapWorker: 'src/server/modules/households/printed-map/worker.ts',
            documentProcess: 'src/server/modules/campaigns/letters/documentProcess.ts',
            monthProcess: 'src/server/modules/households/imports/monthProcess.ts',
          },
        },
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
      ['/api', '/backend', '/oidc', '/files', '/health', '/letter', '/.well-known'].map((path) => [
        path,
        { target: `http://localhost:${process.env.PORT ?? '3000'}` },
      ]),
    ),
  },
  test: {
    restoreMocks: true,
    // Tests make much that is soon garbage: with more room for the young of it, a tenth less of the processor.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // Of every project, whose own come after.
    setupFiles: ['tests/house/setup/waits.ts'],
    // A third of a server test's time is waiting, and Vitest would leave a core free besides.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{app,offline}/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'tests/gallery/*.test.tsx'],
          exclude: isolatedTests(),
          environment: 'jsdom',
          // A document and packages take longer to load than most files take to run (tests/house/setup/dom.ts).
          isolate: false,
          // It keeps which toasts are open.
          server: { deps: { inline: ['react-toastify'] } },
          setupFiles: ['tests/house/setup/console.ts', 'tests/house/setup/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-isolated',
          include: isolatedTests(),
          environment: 'jsdom',
          setupFiles: ['tests/house/setup/console.ts', 'tests/house/setup/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-server',
          include: ['src/{server,contract}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          environment: 'node',
          // Modules are evaluated once a worker, not once a file: a third of the time.
          isolate: false,
          setupFiles: ['tests/house/setup/console.ts', 'tests/house/setup/warnings.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          exclude: ['tests/house/budget.test.ts'],
          environment: 'node',
        },
      },
      // Needs `dist`, which the other house tests do not.
      { extends: true, test: { name: 'budget', include: ['tests/house/budget.test.ts'], environment: 'node' } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: ['tests/server/**/*.slow.test.ts'],
          globalSetup: 'tests/server/harness/globalSetup.ts',
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/house/setup/warnings.ts'],
        },
      },
      // The tests of every engine once more, on PostgreSQL. `npm run test:slow`.
      {
        extends: true,
        test: {
          name: 'server-postgresql',
          include: serverTestsOfEveryEngine(),
          env: { DOORSTEP_TEST_REPEAT_ON: 'postgresql' },
          globalSetup: 'tests/server/harness/globalSetup.ts',
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/house/setup/warnings.ts'],
        },
      },
      // Slow by nature: processes that are killed, LibreOffice, attack documents, backups, a whole demo. `npm run test:slow`.
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['{tests,src}/server/**/*.slow.test.ts'],
          globalSetup: 'tests/server/harness/globalSetup.ts',
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/house/setup/warnings.ts'],
        },
      },
      // What upgrade tests start from: `npm run upgrade:fixtures`.
      {
        extends: true,
        test: {
          name: 'fixtures',
          include: ['tests/server/upgrade/write*.ts'],
          globalSetup: 'tests/server/harness/globalSetup.ts',
          environment: 'node',
        },
      },
      // Long series, for `npm run bench`.
      {
        extends: true,
        test: {
          name: 'long',
          include: ['tests/bench/**/*.test.ts'],
          globalSetup: 'tests/server/harness/globalSetup.ts',
          environment: 'node',
        },
      },
    ],
  },
}))

/** Tests on the device's database, which Dexie looks for once, as it is loaded; and those that say so. */
const isolatedTests = () => ['src', 'sw'].flatMap((folder) => testsThatSay(folder, /'fake-indexeddb\/auto'|@isolated/))
const serverTestsOfEveryEngine = () => testsThatSay('tests/server', /\b(onEachEngine\(|engineOfRun\b)/)

function testsThatSay(folder: string, words: RegExp): string[] {
  return readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
    .filter((file) => words.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
}

/** The commit that is built: DOORSTEP_COMMIT, else git's, else 'unknown'. The same commit makes the same files. */
function builtCommit(): string {
  // Docker builds without .git.
  if (process.env.DOORSTEP_COMMIT) return process.env.DOORSTEP_COMMIT
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' })
  return git.status === 0 ? git.stdout.trim() : 'unknown'
}

/** The files that the map needs before it moves. */
const NEEDED_BY_MAP = [
  'react',
  'index',
  'start',
  'frame',
  'parts',
  'aria',
  'zod',
  'map',
  'mapData',
  'mapParts',
  'MapCanvas',
  'OpenBasemap',
  'maplibre',
  'deck',
]

/**
 * What shares a file. A file costs a round trip, which on a weak line is more than its bytes, so that what is needed
 * together comes together: all that the entry needs, all that the frame around the pages needs, and the small parts
 * that pages have in common. Whichever group has Vite's preload helper becomes part of every page, the login page too: it
 * comes first, with React.
 */
const chunkGroups = [
  // With what is small and on every page: each file costs a slow laptop some milliseconds.
  {
    name: 'react',
    test: new RegExp(
      `vite[\\\\/]preload-helper|${packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'clsx', 'use-sync-external-store').source}`,
    ),
    priority: 100,
  },
  { name: 'entry', tags: ['$initial' as const], priority: 80 },
  { name: 'zod', test: packages('zod'), priority: 50 },
  { name: 'maplibre', test: packages('maplibre-gl', 'pmtiles'), priority: 40 },
  {
    name: 'deck',
    // Without what only the shapes need, which come after the households.
    test: new RegExp(
      `(?!.*(layers[\\\\/]dist[\\\\/](geojson|text|path|polygon|solid-polygon|icon)-layer|collision-filter|@math.gl[\\\\/]polygon))${
        packages('@deck.gl/*', '@luma.gl/*', '@loaders.gl/*', '@math.gl/*', '@probe.gl/*').source
      }`,
    ),
    priority: 40,
  },
  // What charts share with others, so that a page that needs a little of it does not load the charts.
  { name: 'd3', test: packages('d3-*', 'internmap'), priority: 45 },
  {
    name: 'charts',
    test: packages(
      'recharts',
      'victory-vendor',
      '@reduxjs/toolkit',
      'react-redux',
      'redux*',
      'reselect',
      'immer',
      'es-toolkit',
      'decimal.js-light',
    ),
    priority: 40,
  },
  { name: 'aria', test: packages('react-aria*', '@react-aria/*', 'react-stately', '@react-stately/*'), priority: 40 },
  // What asks for new versions is on every page, the login page too.
  {
    name: 'update',
    test: /src[\\/]app[\\/]features[\\/]shell[\\/]device[\\/]UpdateNotice\.tsx$/,
    priority: 60,
  },
  // With what the map's own code shares with the page's: both begin there.
  {
    name: 'start',
    test: /src[\\/]app[\\/](routes[\\/](rootLoader|mapLoader)|state[\\/](ownAccess|singleKeys|filters[\\/]catalogue))\.ts$/,
    priority: 35,
  },
  // The households, which the canvas shares with the list.
  {
    name: 'mapData',
    test: /src[\\/]app[\\/]features[\\/]map[\\/]street-view[\\/](MapStates\.tsx|data[\\/]households\.ts|canvas[\\/]mapPlace\.ts|layers[\\/]loadShapes\.ts)$/,
    priority: 14,
  },
  // With what the canvas shares with its basemaps and its shapes, which it loads itself.
  {
    name: 'MapCanvas',
    test: /src[\\/]app[\\/]features[\\/]map[\\/]street-view[\\/](canvas[\\/]MapCanvas\.tsx|layers[\\/]wardLabels\.ts)$/,
    priority: 12,
  },
  // What draws lines, areas and words, and the layers of deck.gl that only they need.
  {
    name: 'shapes',
    test: /src[\\/]app[\\/]features[\\/]map[\\/]street-view[\\/](layers[\\/](areaLayer|placeNames|wardLayers)\.ts|legend[\\/]WardLegend\.tsx)$/,
    priority: 11,
  },
  // What the canvas shares with the list and other pages, which do not load the map's engine.
  {
    name: 'mapParts',
    test: /src[\\/](contract[\\/]households[\\/](overTime|trends)|app[\\/]features[\\/]map[\\/]street-view[\\/](data[\\/]useWardFigures|layers[\\/](palette|picking)|legend[\\/]MeasureChoice))\.tsx?$/,
    priority: 13,
  },
  // With what map and campaigns share beside it.
  {
    name: 'frame',
    test: /src[\\/](app[\\/]routes[\\/]root\.tsx|contract[\\/]households[\\/](contactPressure|visitFilters)\.ts)$/,
    priority: 30,
  },
  // Icons that the map's page does without.
  {
    name: 'icons',
    test: /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!(chevron-right|door-open|eye|life-buoy|log-out|map|megaphone|menu|monitor-down|panel-left-close|panel-left-open|settings|x|calculator|check|chevron-down|download|info|list-filter|mail-plus|maximize|minus|pentagon|plus|printer|redo-2|search|sliders-horizontal|undo-2|wifi-off)\.mjs)/,
    priority: 21,
  },
  {
    name: 'parts',
    test: /src[\\/]app[\\/](ui[\\/](?!data-table|pager|file-field|letter-|toggle-card|action-bar|text-field[\\/]TextArea|error-state[\\/]NotFound|page[\\/](Facts|FactGrid|DetailList)|notify[\\/]toasts)|lib[\\/](?!openInTab)|state[\\/]use[A-Z])|node_modules[\\/]lucide-react[\\/]/,
    priority: 20,
  },
]

/**
 * The service worker of `sw`, with the list of files that it keeps. What only works with a connection (Google's map,
 * charts) is left out, and kept once it was needed. Nothing that stays on the builder may match.
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
      rollupFormat: 'iife',
      globPatterns: ['*.html', 'favicon.svg', 'manifest.webmanifest', 'icons/*.png', 'assets/*.{js,mjs,css,woff2}'],
      globIgnores: ['assets/{GoogleBasemap,charts}*'],
      manifestTransforms: [
        async (entries) => ({
          manifest: bundleSmallFiles(entries, join(import.meta.dirname, 'dist/app')).map((entry) => ({
            ...entry,
            // The lowest that it is for; without one, everybody.
            role: roles.roleOf(entry.url),
          })),
        }),
      ],
    },
  })
}

/** Matches the modules of some packages; `*` stands for the rest of a name. */
function packages(...names: string[]): RegExp {
  const alternatives = names.map((name) => name.replaceAll('/', '[\\\\/]').replaceAll('*', '[^\\\\/]*'))
  return new RegExp(`[\\\\/]node_modules[\\\\/](${alternatives.join('|')})[\\\\/]`)
}
