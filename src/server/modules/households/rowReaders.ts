import type { DuckDBResult } from '@duckdb/node-api'

/** Each byte with its bits the other way round. */
const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (_bit, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum | bit, 0),
)

/** The bits of DuckDB, most significant first, as those of Arrow, least significant first. */
export const arrowBits = (bits: Uint8Array): Uint8Array => Uint8Array.from(bits, (byte) => REVERSED[byte] ?? 0)

/** The columns of an `everyPoint` result. @throws Error when rows are missing or out of order: bits would mean others. */
export async function readPoints(
  result: DuckDBResult,
  rowCount: number,
): Promise<{ references: string[]; wardCodes: string[]; longitudes: Float64Array; latitudes: Float64Array }> {
  const references: string[] = []
  const wardCodes: string[] = []
  const longitudes = new Float64Array(rowCount)
  const latitudes = new Float64Array(rowCount)
  for await (const chunk of result) {
    const [rows = [], chunkReferences = [], chunkWards = [], chunkLongitudes = [], chunkLatitudes = []] = chunk.getColumns()
    rows.forEach((row, index) => {
      const at = references.length
      if (row !== at) throw new Error('The rows of the snapshot are not in order.')
      references.push(String(chunkReferences[index]))
      wardCodes.push(String(chunkWards[index]))
      longitudes[at] = Number(chunkLongitudes[index])
      latitudes[at] = Number(chunkLatitudes[index])
    })
  }
  if (references.length !== rowCount) throw new Error('The snapshot has other rows than its record says.')
  return { references, wardCodes, longitudes, latitudes }
}
