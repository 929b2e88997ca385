/** What an operator installs, as `npm run release` makes it. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/server/lib/root'

const run = promisify(execFile)

let folder: string
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-release-'))
  // Another commit's build would be made again, under the tests beside this one.
  const { stdout: built } = await run(process.execPath, [join(packageRoot, 'dist/server/cli.js'), '--version'])
  await run(process.execPath, [join(packageRoot, '.scripts/release.mjs'), folder, 'x64'], {
    env: { ...process.env, DOORSTEP_COMMIT: /\((.*)\)/.exec(built)?.[1] },
  })
  await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('-linux-x64.tar.gz'))
  await run('tar', ['-xzf', archive], { cwd: folder })
  installed = join(folder, archive.replace('.tar.gz', ''))
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a command as the operator does, from the folder of its version. @returns all that it says */
async function doorstep(settings: string, ...args: string[]): Promise<string> {
  const file = join(folder, 'settings')
  await writeFile(file, settings)
  const ran = await run(join(installed, 'bin/doorstep'), args, {
    env: {
      PATH: process.env.PATH,
      DOORSTEP_SETTINGS: file,
      DOORSTEP_USER: userInfo().username,
      DOORSTEP_DATA: join(folder, 'data'),
    },
  }).catch((error: unknown) => error)
  const { stdout, stderr } = ran as { stdout: string; stderr: string } // of success and failure alike
  return stdout + stderr
}

test('runs without a build, with its bill of materials and the licences of what it holds', async () => {
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  expect(await doorstep('', '--version')).toContain(version)
  expect(await doorstep('', 'person', 'list')).toContain('Nobody may sign in')
  expect(await readFile(join(installed, 'sbom.json'), 'utf8')).toContain('"bomFormat": "CycloneDX"')
  const notices = await readFile(join(installed, 'THIRD-PARTY-NOTICES'), 'utf8')
  expect(notices).toMatch(/^react 19.*\nLicence: MIT\n\nMIT License/m)
  expect(notices).toMatch(/^@duckdb\/node-bindings-linux-x64 .*\n/m)
  // A server that offers the built-in sign-in page does not start without its styles.
  for (const file of ['src/app/ui/tokens.css', 'src/server/demo/identity-provider/identity-provider.css'])
    expect(await readFile(join(installed, file), 'utf8')).toContain('--color-')
})

test('a setting reaches to the end of its line, as the service reads it, with quotes and without', async () => {
  const settings = '# settings\n\nDATABASE_URL_FILE=/nowhere#here\nDOORSTEP_SECRET_KEY_FILE="/nowhere#there"\n'
  const said = await doorstep(settings, 'person', 'list')
  expect(said).toContain('DATABASE_URL_FILE names /nowhere#here, which')
  expect(said).toContain('DOORSTEP_SECRET_KEY_FILE names /nowhere#there, which')
})
