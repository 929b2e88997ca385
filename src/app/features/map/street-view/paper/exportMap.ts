import { exportMapPdf, exportMapPicture, type MapExportRequest } from '#contract/households/printedMap'
import { call, callFile } from '../../../../api/call'
import { withRetries } from '../../../../api/retry'
import { saveFile } from '../../../../lib/saveFile'
import { wardMeasureAtom } from '../../../../state/mapView'
import { appStore } from '../../../../state/store'
import { drawPage } from './drawPage'

export type PaperFormat = 'pdf' | 'picture'

/**
 * Saves the map as the server lays it out for paper, with the wards' colours on screen.
 * @throws as `call`; Error when the device cannot draw it
 */
export async function exportMap(format: PaperFormat, asked: Omit<MapExportRequest, 'measure'>): Promise<void> {
  const body = { ...asked, measure: appStore.get(wardMeasureAtom) }
  if (format === 'pdf') {
    saveFile(await withRetries(() => callFile(exportMapPdf, { body })), 'map.pdf')
    return
  }
  const page = await withRetries(() => call(exportMapPicture, { body }))
  saveFile({ blob: await drawPage(page), name: page.file_name })
}
