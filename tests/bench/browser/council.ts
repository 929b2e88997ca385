/**
 * The built product with a council as large as Trafford: made up, or a real one that was imported as `benchmark` into the
 * folder `data-96252` of DOORSTEP_BENCH before.
 */
import { startProduct, type Product } from '../../e2e/product'
import { sessionSchema, startChild } from '../children'

const HOUSEHOLDS = 96_252

export interface Council extends Product {
  /** A session's id, as its cookie holds it. */
  readonly session: string
}

/** Starts it, with the snapshot in memory as on a server at work. @param logName of its log in test-results */
export async function startCouncil(logName: string): Promise<Council> {
  const { said } = await startChild(sessionSchema, 'session', String(HOUSEHOLDS))
  const product = await startProduct(said.dataFolder, logName)
  const headers = { 'content-type': 'application/json', origin: product.url, cookie: `doorstep=${said.session}` }
  const body = JSON.stringify({ filter_request_list: [], dynamic_filter_value_request_list: [] })
  for (const path of ['/api/streetview-ward-data', '/api/filter-facets']) {
    const { ok } = await fetch(`${product.url}${path}`, { method: 'POST', headers, body })
    if (!ok) throw new Error(`The server did not answer ${path}.`)
  }
  return { ...product, session: said.session }
}
