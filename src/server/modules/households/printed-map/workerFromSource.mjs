// Starts worker.ts while Doorstep runs from source: a worker thread does not inherit tsx from the process.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
