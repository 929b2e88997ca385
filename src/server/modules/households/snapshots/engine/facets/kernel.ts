import { KERNEL } from './kernel.generated'

export interface SharedMemory {
  readonly buffer: SharedArrayBuffer
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (pages: {
    readonly initial: number
    readonly maximum: number
    readonly shared: true
  }) => SharedMemory
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: SharedMemory } },
  ) => { readonly exports: unknown }
}

/** Only TypeScript's DOM library types Node's WebAssembly. */
export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }

interface Kernel {
  readonly testCodes8: (
    failures: number,
    column: number,
    households: number,
    passing: number,
    codes: number,
    mark: number,
  ) => void
  readonly testCodes16: (failures: number, column: number, households: number, passing: number, mark: number) => void
  readonly testRange8: (
    failures: number,
    column: number,
    households: number,
    from: number,
    to: number,
    mark: number,
  ) => void
  readonly testRange32: (
    failures: number,
    column: number,
    households: number,
    from: number,
    to: number,
    mark: number,
  ) => void
  readonly testBits: (failures: number, bits: number, households: number, mark: number) => void
  readonly countMatches: (failures: number, households: number) => number
  readonly selectRows: (failures: number, households: number, wanted: number, others: 0 | 1, rows: number) => number
  readonly countRows8: (entries: number, rows: number, length: number, counts: number, size: number) => void
  readonly countRows16: (entries: number, rows: number, length: number, counts: number) => void
  readonly countAlong8: (
    bins: number,
    entries: number,
    rows: number,
    length: number,
    counts: number,
    width: number,
  ) => void
  readonly countAlong16: (
    bins: number,
    entries: number,
    rows: number,
    length: number,
    counts: number,
    width: number,
  ) => void
}

const PAGE_BYTES = 65_536

/** Zeroed, at least `bytes`. */
export function createMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES)
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
}

/** Starts the kernel on a memory. */
export function loadKernel(memory: SharedMemory): Kernel {
  const compiled = new WebAssembly.Module(Buffer.from(KERNEL, 'base64'))
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  // Signatures of kernel.as.ts.
  return exports as Kernel
}
