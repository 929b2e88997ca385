import type { DuckDBConnection } from '@duckdb/node-api'
import { checkHeader, checkUnnamedColumns, matchHeader } from './checkHeader'
import type { CheckedColumn } from './checkedColumn'
import type { InputFile } from './openFile'
import { createFaultList } from './report'
import { stageRows, type FileFindings } from './stageRows'
import { openCsv, openParquet, OUT_OF_MEMORY, refuseParquet, unfoldParquet, type TabularSource } from './tabularSource'

/** Stages a CSV or Parquet file. @returns undefined when it is not a table; the faults say why */
export async function stageFile(
  connection: DuckDBConnection,
  table: 'households' | 'contacts',
  file: InputFile,
  columns: readonly CheckedColumn[],
  workFolder: string,
  { faults, warnings }: FileFindings,
  progress: (fraction: number) => void,
): Promise<TabularSource | undefined> {
  const found = createFaultList()
  const isParquet = file.content === 'parquet' && table === 'households'
  const parquet = isParquet ? await unfoldParquet(file, `${workFolder}/${table}.parquet`, faults, progress) : undefined
  if (isParquet && !parquet) return undefined
  const opened = parquet
    ? await openParquet(connection, parquet, found)
    : await openCsv(file, `${workFolder}/${table}.csv`, found, table === 'households', progress)
  const source = opened && { ...opened, header: matchHeader(opened.header, columns) }
  // Without a header every row may differ: that is one fault.
  if (source && !checkHeader(file.name, source.header, columns, table === 'contacts', faults)) return undefined
  faults.addGroups(found.groups())
  if (!source) return undefined
  try {
    await checkUnnamedColumns(connection, source, faults)
    await stageRows(connection, table, source, columns, { faults, warnings })
  } catch (error) {
    if (!parquet || !(error instanceof Error) || OUT_OF_MEMORY.test(error.message)) throw error
    refuseParquet(parquet, error, faults)
    return undefined
  }
  return source
}
