/**
 * Which folder may import which. Each rule's comment says the cure.
 * tests/house/imports.test.ts breaks every rule once and expects it to be noticed.
 *
 * `only` reads: files matching `from`, when they import our own sources, may import `may` and nothing else.
 */
const ours = '^(src|sw|tests)/'
/** Tests, and the tools they share: of one feature in its `testing` folder, of several in src/app/testing. */
const testFile = [
  '\\.test\\.tsx?$',
  '^src/app/testing/',
  '^src/(app/features|server/modules)/[^/]+/testing/',
  '^src/(app/features|server/modules)/[^/]+/[^/]+/testing/',
]
/** A module of the server: a folder of a wing; the assistant is a wing of one module. */
const module_ = '(assistant|[^/]+/[^/]+)'
/** Campaigns and their recipients, which every module of the wing works on. */
const campaignSql = '^src/server/modules/campaigns/(campaigns|recipients)/\\w*[rR]epo\\.ts$'
const packages = (...names) => names.map((name) => `(^|/)node_modules/${name}(/|$)|^${name}(/|$)`).join('|')

const only = (name, from, may, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: testFile },
  to: { path: ours, pathNot: may },
})
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to })

/** The wings of the server and of the contract: each may import those before it, of either, never those after it. */
const wings = ['platform', 'organisations', 'households', 'campaigns', 'results', 'data-protection', 'assistant']
const wingsRunOneWay = wings
  .slice(0, -1)
  .map((wing, index) =>
    never(
      `wing-${wing}-knows-no-later-wing`,
      { path: `^src/(server/modules|contract)/${wing}/`, pathNot: testFile },
      { path: `^src/(server/modules|contract)/(${wings.slice(index + 1).join('|')})/` },
      'An earlier wing declares what it needs to know as an interface; the later wing implements it and services.ts hands it ' +
        'over. What both need belongs to the earlier one.',
    ),
  )

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    // ── the three worlds ──
    only(
      'contract-stands-alone',
      '^src/contract/',
      ['^src/contract/'],
      'The contract is read by everyone, so it reads no one. Move what it needs into src/contract, or keep it out.',
    ),
    never(
      'contract-knows-only-zod',
      { path: '^src/contract/', pathNot: testFile },
      { path: 'node_modules|^[a-z@]', pathNot: [packages('zod'), ours] },
      'A contract file may use zod and no other package. Put the code that needs the package where it runs.',
    ),
    only(
      'offline-knows-the-contract',
      '^src/offline/',
      ['^src/offline/', '^src/contract/'],
      'src/offline is shared by page and worker: it may know the contract only. Pass the rest in.',
    ),
    never(
      'app-never-server',
      { path: '^(src/app|src/offline|sw)/' },
      { path: '^src/server/' },
      'Browser code cannot run the server. What both must agree on goes to src/contract.',
    ),
    never(
      'server-never-app',
      { path: '^src/server/' },
      { path: '^(src/app|src/offline|sw)/' },
      'The server cannot run browser code. What both must agree on goes to src/contract.',
    ),
    never(
      'nothing-imports-tests',
      { path: '^(src|sw)/' },
      { path: '^tests/' },
      'Tests are read by nobody. Move what you need next to the code it serves.',
    ),
    never(
      'product-never-testing',
      { path: '^(src|sw)/', pathNot: testFile },
      { path: testFile },
      'What tests share is not shipped. Move what the product needs next to the code it serves.',
    ),
    only(
      'worker-knows-contract-and-offline',
      '^sw/',
      ['^sw/', '^src/(contract|offline)/'],
      'The service worker may know src/contract and src/offline. Share through one of them, or by message.',
    ),
    // ── the app ──
    only(
      'ui-stands-alone',
      '^src/app/ui/',
      ['^src/app/ui/'],
      'A part of the interface knows nothing but its props. Pass data and callbacks in from the feature.',
    ),
    only(
      'lib-stands-alone',
      '^src/app/lib/',
      ['^src/app/lib/'],
      'A helper in lib is a pure function of its arguments. Pass in what it imports, or move it to the feature.',
    ),
    only(
      'api-knows-the-contract',
      '^src/app/api/',
      ['^src/app/api/', '^src/(contract|offline)/'],
      'api is the door to the server and knows no state. Let state register a callback with it instead.',
    ),
    only(
      'state-knows-no-feature',
      '^src/app/state/',
      ['^src/app/(state|lib|api)/', '^src/(contract|offline)/'],
      'State that two features share knows neither of them, nor the interface. Move the feature part to the feature.',
    ),
    only(
      'features-do-not-meet',
      '^src/app/features/([^/]+/[^/]+)/',
      ['^src/app/features/$1/', '^src/app/(ui|lib|state|api)/', '^src/(contract|offline)/'],
      'Features do not import each other nor routes. Two features meet as props or slots in the route; what both ' +
        'need goes to contract (meaning) and app/state (atom).',
    ),
    only(
      'routes-compose',
      '^src/app/routes/',
      ['^src/app/(routes|features|ui|lib|state|api)/', '^src/(contract|offline)/'],
      'A route composes features. It knows neither main nor the router.',
    ),
    never(
      'jotai-has-one-door',
      { path: '^src/', pathNot: '^src/app/state/store\\.ts$' },
      { path: packages('jotai') },
      'Import from src/app/state/store, the one door to jotai; add to its exports what is missing there.',
    ),
    never(
      'dexie-lives-offline',
      { path: '^(src|sw)/', pathNot: '^src/offline/' },
      { path: packages('dexie', 'dexie-react-hooks') },
      'Only src/offline opens the device database. Add the query there and import that.',
    ),
    never(
      'worker-has-one-door',
      { path: '^src/', pathNot: '^src/app/api/' },
      { path: packages('workbox-window', 'virtual:pwa-register') + '|^sw/' },
      'Only src/app/api speaks to the service worker. Add the message there.',
    ),
    // ── the server ──
    only(
      'modules-know-no-http',
      `^src/server/modules/`,
      [
        '^src/server/(modules|jobs|clients|db|lib)/',
        '^src/server/http/(route|faults|person|idempotencyKey|arrow|events|sessionCookie)\\.ts$',
        '^src/server/(config|services)\\.ts$',
        '^src/contract/',
      ],
      'A module answers calls and knows nothing of plugins, commands or the demo. Pass in what differs from services or app.',
    ),
    never(
      'modules-keep-their-sql-and-routes',
      { path: `^src/server/modules/${module_}/`, pathNot: testFile },
      {
        path: `^src/server/modules/${module_}/.*([rR]epo|[rR]outes)\\.ts$`,
        pathNot: ['^src/server/modules/$1/', campaignSql],
        dependencyTypesNot: ['type-only'],
      },
      "Another module's queries and routes are its own. Ask its service, or join with a condition of its fragments.ts; the " +
        'shape of a row may be imported as a type.',
    ),
    never(
      'campaign-records-stay-in-their-wing',
      { path: '^src/server/modules/', pathNot: ['^src/server/modules/campaigns/', ...testFile] },
      { path: campaignSql, dependencyTypesNot: ['type-only'] },
      'The modules of the campaigns wing share the queries on campaigns and recipients. Ask ContactHistory, or a function of campaigns.',
    ),
    never(
      'routes-call-services',
      { path: `^src/server/modules/${module_}/routes\\.ts$` },
      { path: '^src/server/(db|clients|jobs)/|/repo\\.ts$' },
      'A route turns a request into a call of its service. Move the query or the client call into service.ts.',
    ),
    never(
      'repo-is-sql-only',
      { path: `^src/server/modules/${module_}/repo\\.ts$` },
      { path: '/(service|routes|policy)\\.ts$|^src/server/(clients|jobs|cli|demo|http/(?!person))' },
      'A repo is SQL only: it knows db and what words mean. Move the rule to service.ts and pass values in.',
    ),
    only(
      'policy-is-pure',
      `^src/server/modules/${module_}/policy\\.ts$`,
      ['^src/server/http/(person|route)\\.ts$', `^src/server/modules/${module_}/policy\\.ts$`, '^src/contract/'],
      'A policy is a pure question about a person. Let the service fetch what it needs and pass it in.',
    ),
    only(
      'db-knows-no-module',
      '^src/server/db/',
      [
        '^src/server/db/',
        '^src/server/config\\.ts$',
        '^src/server/lib/',
        '^src/server/http/faults\\.ts$',
        '^src/contract/',
      ],
      'The database layer serves every module and knows none. Move the query to the module that owns the noun.',
    ),
    only(
      'clients-know-no-module',
      '^src/server/clients/',
      [
        '^src/server/clients/',
        '^src/server/config\\.ts$',
        '^src/server/lib/',
        '^src/server/http/faults\\.ts$',
        '^src/contract/',
      ],
      'A client wraps one outside service and knows no module. Pass in what it sends.',
    ),
    never(
      'sdks-live-in-clients',
      { path: '^src/server/', pathNot: '^src/server/clients/' },
      { path: packages('openid-client', 'notifications-node-client', '@aws-sdk', 'openai') },
      'Outside SDKs are imported in src/server/clients only, where a test can replace them. Wrap the call there.',
    ),
    never(
      'drivers-live-in-db',
      { path: '^src/server/', pathNot: '^src/server/(db|jobs)/' },
      { path: packages('pg', '@electric-sql/pglite', 'pg-boss') },
      'Connections are made in src/server/db and the queue in src/server/jobs. Take Database or the queue as an argument.',
    ),
    never(
      'documents-are-read-without-records',
      { path: '^src/server/modules/campaigns/letters/documentProcess\\.ts$' },
      {
        path: ['^src/server/db/', packages('drizzle-orm', 'pg', '@electric-sql/pglite', 'google-libphonenumber')],
        reachable: true,
      },
      'The process that reads what strangers upload holds no code for records, and starts sooner without. Move what it ' +
        'needs out of the module that has them.',
    ),
    never(
      'duckdb-lives-behind-snapshots',
      {
        path: '^src/',
        // The lock of the data folder is the one that DuckDB takes on a file.
        pathNot: [
          '^src/server/modules/households/(snapshots/(engine|importing)|imports)/',
          '^src/server/db/dataFolderLock\\.ts$',
          ...testFile,
        ],
      },
      { path: packages('@duckdb') },
      'Only the snapshot engine and the import speak to DuckDB, so that another engine can take its place. Add the ' +
        'query to the port (modules/households/snapshots/snapshot.ts), with its filters as data, and its SQL to the engine.',
    ),
    never(
      'snapshot-engine-has-one-door',
      {
        path: '^src/',
        pathNot: [
          '^src/server/modules/households/snapshots/(engine/|importing/|(comparisons|snapshotMemory|monthFiles|service)\\.ts$)',
          ...testFile,
        ],
      },
      { path: '^src/server/modules/households/snapshots/engine/' },
      'The engine is reached through the port alone. Ask the snapshot (modules/households/snapshots/snapshot.ts) instead.',
    ),
    never(
      'households-know-no-calculator',
      { path: '^src/server/modules/households/(households|filters|snapshots)/' },
      { path: '^src/server/modules/households/calculator/' },
      'The calculator is built on households, never the other way round. What both need goes to modules/households/snapshots.',
    ),
    never(
      'provider-lives-in-demo',
      { path: '^src/', pathNot: '^src/server/demo/' },
      { path: packages('oidc-provider') },
      'The embedded identity provider is demo code. The product signs in through clients/oidc like everyone else.',
    ),
    never(
      'modules-never-demo',
      { path: '^src/server/(modules|http|clients|jobs|db|lib)/' },
      { path: '^src/server/demo/' },
      'The product must work without its demo. Pass in what differs from main, app, services or a command.',
    ),
    never(
      'http-knows-no-module',
      { path: '^src/server/http/', pathNot: testFile },
      { path: '^src/server/(modules/|services\\.ts$)' },
      'What a plugin asks is an interface of its own; app.ts hands it the services.',
    ),
    ...wingsRunOneWay,
    // ── everywhere ──
    never(
      'no-circles',
      {},
      { circular: true },
      'Two files that need each other are one, or both need a third. Move what they share into a file of its own.',
    ),
    never(
      'imports-exist',
      { pathNot: '^tests/e2e/' },
      { couldNotResolve: true, pathNot: '^virtual:|\\?(url|worker|raw)$' },
      'The import leads nowhere. Check the path, or npm install the package in the root folder.',
    ),
    never(
      'no-undeclared-packages',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      'The package is there by luck, through another. Add it to package.json.',
    ),
    never(
      'product-runs-without-dev-packages',
      {
        path: '^src/(server|contract)/',
        pathNot: [...testFile, '^src/server/db/drizzle\\.config\\.ts$', '^src/server/.+/workerFromSource\\.mjs$'],
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: packages('@types', 'vite') },
      'The package is a devDependency but the server needs it when it runs (the app is built). Move it to dependencies.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
  },
}
