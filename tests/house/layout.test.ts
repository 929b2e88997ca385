import { expect, test } from 'vitest'
import { files, textOf, withoutComments } from './files'

/** The customer's design card, and what tools insist on having beside it. Dot-files and dot-folders are free. */
const topLevel = [
  ...['package.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'src', 'public', 'sw', 'tests', 'README.md'],
  ...[
    'package-lock.json',
    'LICENSE',
    'docs',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'Dockerfile',
    'compose.yaml',
  ],
]

/** The house's plan: each pattern is one line of src/ in it. */
const layout = [
  /^src\/tsconfig\.base\.json$/,
  /^src\/(contract|offline|app|server)\/tsconfig\.json$/,
  /^src\/contract\/(endpoint|bounded|fault|days|recordsDay|sanitise)\.ts$/,
  /^src\/contract\/(platform|organisations|households|campaigns|results|data-protection|assistant)\/\w+\.ts$/,
  /^src\/offline\/[\w-]+\.ts$/,
  /^src\/app\/(main|router)\.tsx$/,
  /^src\/app\/[\w-]+\.d\.ts$/,
  /^src\/app\/routes\/[\w.-]+\.(tsx?|module\.css)$/,
  /^src\/app\/features\/(map|campaigns|settings|support|shell)\/[a-z-]+\/.+\.(tsx?|css)$/,
  /^src\/app\/features\/support\/help\/pictures\/[a-z-]+\.webp$/,
  /^src\/app\/(api|lib|testing)\/[\w.-]+\.tsx?$/,
  /^src\/app\/state\/([a-z]+\/)?[\w.-]+\.tsx?$/,
  /^src\/app\/ui\/.+\.(tsx?|css)$/,
  /^src\/server\/(main|start|app|services|config|announce|stop)\.ts$/,
  /^src\/server\/modules\/(platform|organisations|households|campaigns|results|data-protection)\/[a-z-]+\/.+\.(ts|mjs)$/,
  /^src\/server\/modules\/campaigns\/templates\/examples\/[\w.]+\.docx$/,
  /^src\/server\/modules\/assistant\/.+\.(ts|json|md)$/,
  /^src\/server\/(http|clients|jobs|cli|demo|db|lib)\/.+/,
]

/** Unit tests stand beside the file they test, so they obey the same plan. */
const place = (file: string) => file.replace(/\.test(?=\.tsx?$)/, '')

test('the top level holds the names on the design card and nothing else', () => {
  const names = new Set(files.map((file) => file.split('/')[0] ?? ''))
  expect([...names].filter((name) => !name.startsWith('.') && !topLevel.includes(name))).toEqual([])
})

test('every file of src has its place in the layout', () => {
  const sources = files.filter((file) => file.startsWith('src/'))
  expect(sources.filter((file) => !layout.some((pattern) => pattern.test(place(file))))).toEqual([])
})

test('of the schema only the newest snapshot is kept, that of the last migration', () => {
  const snapshots = files.filter((file) => file.endsWith('_snapshot.json'))
  const last =
    files
      .filter((file) => /^src\/server\/db\/migrations\/\d{4}_\w+\.sql$/.test(file))
      .toSorted()
      .at(-1) ?? ''
  const number = last.slice('src/server/db/migrations/'.length).slice(0, 4)
  expect(snapshots).toEqual([`src/server/db/migrations/meta/${number}_snapshot.json`])
})

test('no folder or file is called utils, misc, helpers or common', () => {
  expect(files.filter((file) => /(^|\/)(utils?|misc|helpers?|common)(\/|\.|$)/i.test(file))).toEqual([])
})

test('colours and durations are named in tokens.css and nowhere else', () => {
  const raw = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch)\(|\b\d+(\.\d+)?m?s\b/i
  const offences = files
    .filter((file) => file.startsWith('src/') && file.endsWith('.css') && !file.endsWith('/tokens.css'))
    .flatMap((file) =>
      withoutComments(textOf(file))
        .split('\n')
        .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
        .filter(({ line }) => raw.test(line))
        .map(({ line, at }) => `${at} ${line.trim()}`),
    )
  expect(offences).toEqual([])
})
