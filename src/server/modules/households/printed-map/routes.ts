import type { FastifyInstance } from 'fastify'
import { exportMapPdf, exportMapPicture } from '#contract/households/printedMap'
import { anySignedIn, disconnectSignal, route } from '../../../http/route'
import type { PrintedMapService } from './service'

/** The organisation's rules decide who may export. */
export function printedMapRoutes(app: FastifyInstance, printedMap: PrintedMapService): void {
  route(app, exportMapPdf, anySignedIn, async ({ person, body, reply }) => {
    const { name, file } = await printedMap.writePdf(person, body, disconnectSignal(reply))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('application/pdf')
      .send(file)
  })

  route(app, exportMapPicture, anySignedIn, async ({ person, body, reply }) => {
    const page = await printedMap.drawPicture(person, body, disconnectSignal(reply))
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(page)
  })
}
