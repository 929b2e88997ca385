import type { FastifyInstance } from 'fastify'
import {
  findFilterValues,
  getAllFilters,
  getFilterFacetIndex,
  getFilterFacets,
  getHouseholdReferenceFilter,
  matchFilterValues,
  matchHouseholdReferences,
} from '#contract/households/filters'
import { sendArrow, wantsArrow } from '../../../http/arrow'
import { anySignedIn, notModified, route } from '../../../http/route'
import type { FiltersService } from './service'

/** The catalogue and searches of the organisation in view. */
export function filtersRoutes(app: FastifyInstance, filters: FiltersService): void {
  route(app, getAllFilters, anySignedIn, async ({ person, request, reply }) => {
    const { tag, categories } = await filters.readCatalogueFor(person)
    return notModified(request, reply, `"${tag}"`) ?? [...categories]
  })

  route(app, getHouseholdReferenceFilter, anySignedIn, async ({ person, query }) =>
    filters.values.findReferences(person, query.query, query.limit),
  )

  route(app, findFilterValues, anySignedIn, async ({ person, query }) =>
    filters.values.find(person, query.filter_name, query.query, query.limit),
  )

  route(app, matchHouseholdReferences, anySignedIn, async ({ person, body }) =>
    filters.values.match(person, 'household_references', body.values, body.erasures_seen),
  )

  route(app, matchFilterValues, anySignedIn, async ({ person, body }) =>
    filters.values.match(person, body.filter_name, body.values),
  )

  route(app, getFilterFacets, anySignedIn, async ({ person, body, request, reply }) => {
    reply.header('cache-control', 'no-store').header('vary', 'accept')
    if (wantsArrow(request)) return sendArrow(reply, await filters.facets.readArrow(person, body))
    return filters.facets.read(person, body)
  })

  route(app, getFilterFacetIndex, anySignedIn, async ({ person, body: { filter_name, ...request }, reply }) => {
    reply.header('cache-control', 'no-store')
    return sendArrow(reply, await filters.facets.readArrow(person, request, filter_name))
  })
}
