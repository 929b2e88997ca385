import { queryOptions as tanstackOptions, type DataTag, type QueryFunction } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { callJson, type Arguments } from './call'

export type EndpointKey = readonly [name: string, query: unknown, body: unknown]

export interface EndpointQuery<Data> {
  readonly queryKey: DataTag<EndpointKey, Data, Error>
  readonly queryFn: QueryFunction<Data, EndpointKey>
}

/** The key of an endpoint's query. */
export const makeQueryKey = (
  endpoint: Pick<Endpoint, 'name'>,
  { query, body }: { query?: unknown; body?: unknown } = {},
): EndpointKey => [endpoint.name, query ?? null, body ?? null]

/** A query of the contract; spread it to add options. */
export function queryOptions<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Query, Body, Reply, false>,
  ...[input]: Arguments<Query, Body>
): EndpointQuery<z.output<Reply>> {
  return {
    // The tag is a type alone: the key holds what this endpoint replies.
    queryKey: makeQueryKey(endpoint, input) as DataTag<EndpointKey, z.output<Reply>, Error>,
    queryFn: ({ signal }) => callJson(endpoint, { ...input, signal }),
  }
}

/** Lazy code as a query: its failure can be shown and retried. */
export const codeQuery = <Part>(name: string, load: () => Promise<Part>) =>
  tanstackOptions({
    queryKey: ['code', name],
    queryFn: load,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })
