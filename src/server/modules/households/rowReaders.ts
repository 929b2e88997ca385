import type { DuckDBResult } from '@duckdb/node-api'
import { createBitmap } from './arrow'

/** The rows of a `matchingRows` result as a bitmap over all rows. */
export async function readMatches(result: DuckDBResult, rowCount: number): Promise<Uint8Array> {
  const bitmap = createBitmap(rowCount)
  for await (const chunk of result) {
    const rows = chunk.getColumnVector(0)
    for (let index = 0; index < chunk.rowCount; index++) bitmap.add(Number(rows.getItem(index)))
  }
  return bitmap.bytes
}

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
