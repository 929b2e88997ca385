import { hostname } from 'node:os'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from './root'

/** Set by the build (vite.config.ts); undefined from source. */
declare const DOORSTEP_COMMIT: string | undefined

const packageJson = z.object({ version: z.string() })

export const BUILD: { readonly version: string; readonly commit: string } = {
  ...packageJson.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))),
  commit: typeof DOORSTEP_COMMIT === 'string' ? DOORSTEP_COMMIT : 'unknown',
}

export const PROCESS: { readonly server: string; readonly pid: number; readonly version: string } = {
  server: hostname(),
  pid: process.pid,
  version: BUILD.version,
}

/** As people read it: '1.0.0 (c0d5828)'. */
export const VERSION = `${BUILD.version} (${BUILD.commit})`
