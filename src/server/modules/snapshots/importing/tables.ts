import type { DuckDBConnection } from '@duckdb/node-api'
import type { CheckedColumn } from './checkedColumn'
import type { FaultList } from './faultList'
import type { InputFile } from './openFile'
import { LONGEST_RECORD_BYTES, writePlainCsv } from './plainCsv'
import { checkHeader, csvRelation, parquetRelation, stageRows, type TabularSource } from './staging'

/** Stages a CSV or Parquet file. @returns undefined when it cannot be read as a table; the faults say why. */
export async function stageFile(
  connection: DuckDBConnection,
  table: 'households' | 'contacts',
  file: InputFile,
  columns: readonly CheckedColumn[],
  workFolder: string,
  faults: FaultList,
  progress: (fraction: number) => void,
): Promise<TabularSource | undefined> {
  const source =
    file.content === 'parquet' && table === 'households'
      ? await openParquet(connection, file, faults)
      : await openCsv(file, `${workFolder}/${table}.csv`, faults, table === 'households', progress)
  if (!source) return undefined
  const hasKnownColumn = checkHeader(file.name, source.header, columns, faults)
  if (!hasKnownColumn) return undefined
  try {
    await stageRows(connection, table, source, columns, faults)
  } catch (error) {
    if (file.content !== 'parquet' || !(error instanceof Error) || /^Out of Memory/.test(error.message)) throw error
    refuseParquet(file, error, faults)
    return undefined
  }
  return source
}

async function openCsv(
  file: InputFile,
  path: string,
  faults: FaultList,
  showsValues: boolean,
  progress: (fraction: number) => void,
): Promise<TabularSource | undefined> {
  const refused =
    file.content === 'zip'
      ? 'The file is a ZIP file or an Excel workbook. Save the sheet as "CSV UTF-8".'
      : file.content === 'parquet'
        ? 'The file is Parquet. It should be CSV or CSV.gz.'
        : undefined
  if (refused !== undefined) {
    faults.add('unreadable file', { file: file.name, row: null, column: null, value: null, expected: refused })
    return undefined
  }
  const plain = await writePlainCsv(file, path, faults, showsValues, progress)
  if (!plain) return undefined
  return {
    fileName: file.name,
    relation: csvRelation(path, plain.header.length, LONGEST_RECORD_BYTES),
    ...plain,
  }
}

async function openParquet(
  connection: DuckDBConnection,
  file: InputFile,
  faults: FaultList,
): Promise<TabularSource | undefined> {
  try {
    const schema = await connection.runAndReadAll(`select * from read_parquet($file) limit 0`, { file: file.path })
    const header = schema.columnNames()
    return {
      fileName: file.name,
      relation: parquetRelation(file.path, header),
      header,
      rowNumber: (index) => index + 1,
    }
  } catch (error) {
    refuseParquet(file, error, faults)
    return undefined
  }
}

function refuseParquet(file: InputFile, error: unknown, faults: FaultList): void {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const expected = `The Parquet file cannot be read: ${reason}`
  faults.add('unreadable file', { file: file.name, row: null, column: null, value: null, expected })
}
