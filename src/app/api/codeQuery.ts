import { queryOptions } from '@tanstack/react-query'

/** A part of the app's code that is loaded when it is needed; as a query its failure can be shown and tried again. */
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
