import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './root'

/** How Doorstep's commands are called: a release has a program of its own, a clone has npm. */
export const findCommandLine = (root: string): string =>
  existsSync(join(root, 'bin/doorstep')) ? 'doorstep' : 'npm run doorstep --'

/** As {@link findCommandLine}, of this program. */
export const COMMAND_PREFIX: string = findCommandLine(packageRoot)
