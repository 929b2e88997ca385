import type { DataTag, QueryFunction } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { callJson, type Arguments } from './call'

/** The endpoint's name, the query and the body that it is called with. */
export type EndpointKey = readonly [name: string, query: unknown, body: unknown]

/** A query of the contract. Spread it to add options of TanStack Query. */
export interface EndpointQuery<Data> {
  /** Tagged with the data's type for `setQueryData` and its like. */
  readonly queryKey: DataTag<EndpointKey, Data, Error>
  readonly queryFn: QueryFunction<Data, EndpointKey>
}

/** The key of an endpoint's query. */
export const queryKeyOf = (
  endpoint: Pick<Endpoint, 'name'>,
  { query, body }: { query?: unknown; body?: unknown } = {},
): EndpointKey => [endpoint.name, query ?? null, body ?? null]

/** A query of the contract: its key, and the call behind it, which is aborted with the query. */
export function queryOptions<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Query, Body, Reply>,
  ...[input]: Arguments<Query, Body>
): EndpointQuery<z.output<Reply>> {
  return {
    // The tag is a type alone: the key holds what this endpoint replies.
    queryKey: queryKeyOf(endpoint, input) as DataTag<EndpointKey, z.output<Reply>, Error>,
    queryFn: ({ signal }) => callJson(endpoint, { ...input, signal }),
  }
}
