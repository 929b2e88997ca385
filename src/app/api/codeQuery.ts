import { queryOptions } from '@tanstack/react-query'

/** Code that is loaded when needed, as a query: its failure can be shown and retried. */
export const codeQuery = <Part>(name: string, load: () => Promise<Part>) =>
  queryOptions({
    queryKey: ['code', name],
    queryFn: load,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })
