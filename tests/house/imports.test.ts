import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The configuration is CommonJS because dependency-cruiser's command line reads it too.
const config = createRequire(import.meta.url)('./imports.config.cjs') as IConfiguration

/** For each rule, one import that it must refuse: the file, and what the file imports. */
const violations: Record<string, [file: string, imports: string]> = {
  'contract-stands-alone': ['src/contract/a.ts', '../offline/thing'],
  'contract-knows-only-zod': ['src/contract/b.ts', 'fastify'],
  'offline-knows-the-contract': ['src/offline/a.ts', '../app/lib/thing'],
  'app-never-server': ['src/app/features/map/street-view/a.ts', '../../../../server/http/faults'],
  'server-never-app': ['src/server/modules/households/households/a.ts', '../../../../app/lib/thing'],
  'nothing-imports-tests': ['src/server/a.ts', '../../tests/thing'],
  'product-never-testing': ['src/app/features/map/street-view/f.ts', './testing/thing'],
  'worker-knows-contract-and-offline': ['sw/a.ts', '../src/app/lib/thing'],
  'ui-stands-alone': ['src/app/ui/button/a.ts', '../../state/thing'],
  'lib-stands-alone': ['src/app/lib/a.ts', '../api/thing'],
  'api-knows-the-contract': ['src/app/api/a.ts', '../state/thing'],
  'state-knows-no-feature': ['src/app/state/a.ts', '../features/map/street-view/thing'],
  'features-do-not-meet': ['src/app/features/map/street-view/b.ts', '../filters/thing'],
  'routes-compose': ['src/app/routes/a.ts', '../main'],
  'jotai-has-one-door': ['src/app/features/map/street-view/c.ts', 'jotai'],
  'dexie-lives-offline': ['src/app/state/b.ts', 'dexie'],
  'worker-has-one-door': ['src/app/state/c.ts', 'workbox-window'],
  'modules-know-no-http': ['src/server/modules/households/households/h.ts', '../../../demo/thing'],
  'modules-keep-their-sql-and-routes': [
    'src/server/modules/households/households/service.ts',
    '../../organisations/sessions/repo',
  ],
  'campaign-records-stay-in-their-wing': [
    'src/server/modules/results/reports/service.ts',
    '../../campaigns/recipients/sendingRepo',
  ],
  'routes-call-services': ['src/server/modules/households/households/routes.ts', './repo'],
  'repo-is-sql-only': ['src/server/modules/households/households/repo.ts', '../../organisations/sessions/service'],
  'policy-is-pure': ['src/server/modules/households/households/policy.ts', '../../../db/thing'],
  'db-knows-no-module': ['src/server/db/a.ts', '../modules/organisations/sessions/service'],
  'clients-know-no-module': ['src/server/clients/a.ts', '../modules/organisations/sessions/service'],
  'sdks-live-in-clients': ['src/server/modules/organisations/sessions/a.ts', 'openid-client'],
  'drivers-live-in-db': ['src/server/modules/organisations/sessions/b.ts', 'pg'],
  'documents-are-read-without-records': ['src/server/modules/campaigns/letters/documentProcess.ts', './reader'],
  'duckdb-lives-behind-snapshots': ['src/server/modules/households/households/f.ts', '@duckdb/node-api'],
  'snapshot-engine-has-one-door': ['src/server/modules/households/snapshots/routes.ts', './engine/thing'],
  'households-know-no-calculator': ['src/server/modules/households/households/g.ts', '../calculator/service'],
  'http-knows-no-module': ['src/server/http/b.ts', '../modules/organisations/sessions/service'],
  'provider-lives-in-demo': ['src/server/http/a.ts', 'oidc-provider'],
  'modules-never-demo': ['src/server/modules/organisations/sessions/c.ts', '../../../demo/thing'],
  'wing-platform-knows-no-later-wing': [
    'src/server/modules/platform/files/w.ts',
    '../../organisations/sessions/service',
  ],
  'wing-organisations-knows-no-later-wing': ['src/contract/organisations/w.ts', '../households/thing'],
  'wing-households-knows-no-later-wing': [
    'src/server/modules/households/households/w.ts',
    '../../../../contract/campaigns/thing',
  ],
  'wing-campaigns-knows-no-later-wing': ['src/contract/campaigns/w.ts', '../results/thing'],
  'wing-results-knows-no-later-wing': ['src/contract/results/w.ts', '../data-protection/thing'],
  'wing-data-protection-knows-no-later-wing': ['src/contract/data-protection/w.ts', '../assistant/thing'],
  'no-circles': ['src/app/lib/circle.ts', './circleBack'],
  'imports-exist': ['src/app/lib/b.ts', './nowhere'],
  'no-undeclared-packages': ['src/app/lib/c.ts', 'undeclared'],
  'product-runs-without-dev-packages': ['src/server/b.ts', 'only-for-development'],
}

/** What obeys the rules although it looks close to breaking one. */
const allowed: [file: string, imports: string][] = [
  ['src/app/routes/map.ts', '../features/map/street-view/thing'],
  ['src/app/features/map/street-view/d.ts', '#contract/thing'],
  ['src/app/features/map/street-view/e.ts', '../../../state/store'],
  ['src/app/features/map/street-view/testing/screen.ts', '../../../../testing/thing'],
  ['src/app/state/store.ts', 'jotai'],
  ['src/offline/database.ts', 'dexie'],
  ['src/server/clients/oidc.ts', 'openid-client'],
  ['src/server/modules/households/households/d.ts', '../../organisations/sessions/service'],
  ['src/server/modules/households/households/e.ts', '#contract/thing'],
  ['src/server/modules/households/snapshots/engine/a.ts', '@duckdb/node-api'],
  ['src/server/modules/households/snapshots/service.ts', './engine/thing'],
]

const targets = [
  'src/contract/thing.ts',
  'src/contract/households/thing.ts',
  'src/contract/campaigns/thing.ts',
  'src/contract/results/thing.ts',
  'src/contract/data-protection/thing.ts',
  'src/contract/assistant/thing.ts',
  'src/offline/thing.ts',
  'src/app/main.ts',
  'src/app/lib/thing.ts',
  'src/app/api/thing.ts',
  'src/app/state/thing.ts',
  'src/app/features/map/street-view/thing.ts',
  'src/app/features/map/filters/thing.ts',
  'src/app/features/map/street-view/testing/thing.ts',
  'src/app/testing/thing.ts',
  'src/server/http/faults.ts',
  'src/server/db/thing.ts',
  'src/server/demo/thing.ts',
  'src/server/modules/organisations/sessions/service.ts',
  'src/server/modules/organisations/sessions/repo.ts',
  'src/server/modules/campaigns/recipients/sendingRepo.ts',
  'src/server/modules/households/calculator/service.ts',
  'src/server/modules/households/snapshots/engine/thing.ts',
  'tests/thing.ts',
]

const packages = [
  'zod',
  'fastify',
  'jotai',
  'dexie',
  'workbox-window',
  'openid-client',
  'pg',
  'oidc-provider',
  '@duckdb/node-api',
]

let folder: string
let result: ICruiseResult

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doorstep-imports-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write(
    'package.json',
    JSON.stringify({
      name: 'doorstep',
      type: 'module',
      imports: { '#contract/*': './src/contract/*.ts' },
      dependencies: Object.fromEntries(packages.map((name) => [name, '1.0.0'])),
      devDependencies: { 'only-for-development': '1.0.0' },
    }),
  )
  for (const name of [...packages, 'only-for-development', 'undeclared']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'export const thing = 1\n')
  }
  for (const file of targets) write(file, 'export const thing = 1\n')
  write('src/server/modules/campaigns/letters/reader.ts', "export { thing } from '../../../db/thing'\n")
  // A type alone closes the circle.
  write(
    'src/app/lib/circleBack.ts',
    "import type { used } from './circle'\nexport type Back = typeof used\nexport const thing = 1\n",
  )
  for (const [file, imports] of [...Object.values(violations), ...allowed])
    write(file, `import { thing } from '${imports}'\nexport const used = thing\nexport { thing }\n`)

  const { output } = await cruise(['src', 'sw', 'tests'], {
    ...config.options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  })
  if (typeof output === 'string') throw new Error(output)
  result = output
})

afterAll(() => rmSync(folder, { recursive: true }))

const found = () => result.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)

test('every rule has a violation here', () => {
  const rules = config.forbidden?.map(({ name }) => name)
  expect(Object.keys(violations).sort()).toEqual(rules?.sort())
})

test.each(Object.entries(violations))('%s refuses %s', (rule, [file]) => {
  expect(found()).toContain(`${rule}: ${file}`)
})

test.each(allowed)('%s may import %s', (file) => {
  expect(found().filter((line) => line.endsWith(`: ${file}`))).toEqual([])
})

test('every rule says the cure', () => {
  for (const { name, comment } of config.forbidden ?? []) expect(comment?.length, name).toBeGreaterThan(40)
})
