/** Per person and browser, under a digest of the e-mail address. */
import { queryOptions } from '@tanstack/react-query'
import { digestText } from '#offline/owner'
import { queryClient } from '../api/queryClient'

const PREFIX = 'doorstep-first-steps-'
const PUT_AWAY = 'put away'

/** Fails without storage: steps could not be put away. */
export const firstStepsQuery = (email: string) =>
  queryOptions({
    queryKey: ['first steps', email],
    queryFn: async () => localStorage.getItem(await nameFirstSteps(email)) !== PUT_AWAY,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
  })

/** Puts the first steps away, in this browser. */
export async function putFirstStepsAway(email: string): Promise<void> {
  queryClient.setQueryData(firstStepsQuery(email).queryKey, false)
  localStorage.setItem(await nameFirstSteps(email), PUT_AWAY)
}

const nameFirstSteps = async (email: string): Promise<string> => PREFIX + (await digestText(email))
