import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Channel } from '#contract/households/channels'
import type { Language } from '#contract/households/languages'
import type { ExampleBenefit } from '#contract/campaigns/messageExamples'
import { getAllLetterTemplates } from '#contract/campaigns/letters'
import { getMessageTemplates, takeMessageExample } from '#contract/campaigns/templates'
import { call } from '../api/call'
import { queryOptions } from '../api/queryOptions'
import { smsTemplatesQuery } from './sentExample'

export interface WantedExample {
  readonly channel: Channel
  readonly benefit: ExampleBenefit
  readonly language: Language
}

/** Takes an example into use, for every campaign of its type. @param onTaken gets its id for campaigns */
export function useExamples(onTaken: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ channel, benefit, language }: WantedExample) =>
      call(takeMessageExample, { body: { channel, benefit_name: benefit, language } }),
    onSuccess: async ({ id }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: smsTemplatesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: queryOptions(getMessageTemplates).queryKey }),
        queryClient.invalidateQueries({ queryKey: [getAllLetterTemplates.name] }),
      ])
      onTaken(id)
    },
  })
}
