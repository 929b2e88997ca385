import { KERNEL } from './kernel.generated'

interface Memory {
  readonly buffer: ArrayBuffer
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: Memory } },
  ) => { readonly exports: unknown }
}

// Node has it, and leaves its types to those of browsers.
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }

/** As in kernel.as.ts. */
interface Kernel {
  readonly testCodes8: (failures: number, column: number, households: number, passing: number, mark: number) => void
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
  readonly countFailures: (failures: number, households: number, counts: number) => void
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

/** What the WebAssembly memory will hold, laid out before it is allocated. */
export interface Arena {
  /** @returns the bytes' place, aligned to eight */
  reserve(bytes: number): number
  add(array: ArrayBufferView): number
  readonly end: () => number
  readonly added: ReadonlyMap<number, ArrayBufferView>
}

const PAGE_BYTES = 65_536

/** Starts a layout. */
export function createArena(): Arena {
  // AssemblyScript keeps its first bytes to itself.
  let end = 1_024
  const added = new Map<number, ArrayBufferView>()
  const reserve = (bytes: number) => {
    const at = end
    end += Math.ceil(bytes / 8) * 8
    return at
  }
  return {
    reserve,
    add(array) {
      const at = reserve(array.byteLength)
      added.set(at, array)
      return at
    },
    end: () => end,
    added,
  }
}

const compiled = new WebAssembly.Module(Buffer.from(KERNEL, 'base64'))

/** Makes the memory that the arena describes, fills it, and starts the kernel on it. */
export function loadKernel(arena: Arena): { kernel: Kernel; memory: Memory; bytes: number } {
  const pages = Math.ceil(arena.end() / PAGE_BYTES)
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  const bytes = new Uint8Array(memory.buffer)
  for (const [at, { buffer, byteOffset, byteLength }] of arena.added) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
  }
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  // Compiled from kernel.as.ts, whose signatures these are.
  return { kernel: exports as Kernel, memory, bytes: memory.buffer.byteLength }
}
