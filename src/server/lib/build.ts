/** Which Doorstep this is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from './root'

/** Replaced by the build (vite.config.ts); undefined in a server that runs from source. */
declare const DOORSTEP_COMMIT: string | undefined

const packageJson = z.object({ version: z.string() })

export const BUILD: { readonly version: string; readonly commit: string } = {
  ...packageJson.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))),
  commit: typeof DOORSTEP_COMMIT === 'string' ? DOORSTEP_COMMIT : 'unknown',
}

/** As people read it: '1.0.0 (c0d5828)'. */
export const VERSION = `${BUILD.version} (${BUILD.commit})`
