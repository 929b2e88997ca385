// Runs the browser tests against the built product: builds it if it is not, finds or fetches a browser by
// itself, and hands over to Playwright. Arguments go to Playwright: npm run test:e2e -- map --headed
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import '../../.scripts/build-if-stale.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')

/** As Debian calls it. */
const HEADLESS = 'chromium-headless-shell'

const browser = namedBrowser() ?? installedBrowser() ?? (await playwrightBrowser()) ?? debianBrowser()
if (!browser) {
  console.error(
    'No browser was found and none could be fetched: install Chrome or Chromium, or name one with DOORSTEP_BROWSER=/path/to/chrome.',
  )
  process.exit(1)
}
const firefox = programOnPath(['firefox-esr', 'firefox']) ?? ''
console.log(`Browser: ${browser}; ${firefox || 'no Firefox, so its tests are left out (apt-get install firefox-esr)'}`)
/** Node 20 has WebSocket behind this flag. */
const NODE_OPTIONS =
  'WebSocket' in globalThis ? process.env.NODE_OPTIONS : `${process.env.NODE_OPTIONS ?? ''} --experimental-websocket`

const { status } = spawnSync(
  process.execPath,
  [playwright, 'test', '--config', join(root, 'tests/e2e/playwright.config.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS, DOORSTEP_BROWSER: browser, DOORSTEP_FIREFOX: firefox },
  },
)
process.exit(status ?? 1)

/** What the caller asks for. Wrong is an error: another browser in its place would hide the mistake. */
function namedBrowser() {
  const path = process.env.DOORSTEP_BROWSER
  if (!path) return undefined
  if (isProgram(path)) return path
  console.error(`DOORSTEP_BROWSER names ${path}, which is not a program that can be run.`)
  process.exit(1)
}

/** Chromium without windows first: it does what a page sees with half of the processor. */
function installedBrowser() {
  const names = [
    HEADLESS,
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'chrome',
    'chrome.exe',
  ]
  const programs = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/opt/google/chrome/chrome',
    '/usr/lib/chromium/chromium',
    ...programs.filter(Boolean).map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
  ]
  return programOnPath(names) ?? usual.find(isProgram)
}

function programOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram)
}

/** The browser that Playwright keeps for its version: there already, or downloaded now. */
async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  if (isProgram(path)) return path
  console.log('No Chrome or Chromium found. Downloading the one that Playwright was made for…')
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 240_000,
  })
  if (!isProgram(path)) return undefined
  // A fresh machine may lack the libraries that a browser needs; only root can add them.
  if (process.platform === 'linux' && process.getuid?.() === 0 && !starts(path))
    spawnSync(process.execPath, [playwright, 'install-deps', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] })
  return starts(path) ? path : undefined
}

function debianBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  console.log('Downloading failed. Installing Chromium from the Debian archive…')
  const install = ['install', '-y', '--no-install-recommends']
  for (const args of [['update'], [...install, HEADLESS], [...install, 'chromium']]) {
    if (programOnPath([HEADLESS])) break
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  return installedBrowser()
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function starts(path) {
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}
