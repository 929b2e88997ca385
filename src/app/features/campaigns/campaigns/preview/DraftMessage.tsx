import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BenefitName } from '#contract/households/benefits'
import type { ExampleName } from '#contract/campaigns/exampleHouseholds'
import { inBothLanguages } from '#contract/campaigns/languages'
import { LANGUAGE_WORDS } from '#contract/households/languages'
import { findNamedBenefits, findOtherBenefits, warnOfOtherBenefits } from '#contract/campaigns/namedBenefits'
import { isWebAlone } from '#contract/campaigns/plainEnglish'
import { findUnset, placeholdersIn, templateParts } from '#contract/campaigns/placeholders'
import { isForCampaign } from '#contract/campaigns/templates'
import { Notice } from '../../../../ui/notice/Notice'
import { Section } from '../../../../ui/page/Page'
import { QueryState } from '../../../../ui/query-state/QueryState'
import { readBenefit, readChannel, findDraftTemplate } from '../drafts/draft'
import {
  smsTemplatesQuery,
  supportContactQuery,
  makeExampleHousehold,
  useSentExample,
} from '../../../../state/sentExample'
import { letterTemplatesQuery } from '../queries'
import { WebAlone } from '../WebAlone'
import type { Choices } from '../drafts/useChoices'
import type { CountReply, EligibleCountState } from '../eligible/useEligibleCount'
import { makeDisplayText, listPreviewableTemplates } from './letter/display'
import { LetterChoice } from './letter/LetterChoice'
import { LetterViews } from './letter/LetterViews'
import { PostageChoice } from './letter/PostageChoice'
import { SendForReview } from './SendForReview'
import { SmsChoice } from './sms/SmsChoice'
import { SmsPreview } from './sms/SmsPreview'
import { TestText } from './sms/TestText'
import { Translation } from './Translation'
import type { Draft } from '#offline/drafts'
import { messageSettingsQuery } from '../../../../state/settings'

interface MessageProps {
  draft: Draft
  count: EligibleCountState
  choices: Choices
  excluded: number
  prefer: CountReply['by_language']
  onChange: (change: Partial<Draft>) => void
}

/** Chooses, previews and sends for review. */
export function DraftMessage(props: MessageProps) {
  const benefit = readBenefit(props.draft)
  if (benefit === null) return null
  return readChannel(props.draft)?.name === 'sms' ? (
    <SmsMessage {...props} benefit={benefit} />
  ) : (
    <LetterMessage key={benefit} {...props} benefit={benefit} />
  )
}

function SmsMessage({
  draft,
  count,
  choices,
  excluded,
  prefer,
  benefit,
  onChange,
}: MessageProps & { benefit: BenefitName }) {
  const templates = useQuery(smsTemplatesQuery)
  const { data: support } = useQuery(supportContactQuery)
  const { data: settings } = useQuery(messageSettingsQuery)
  const [example, setExample] = useState<ExampleName>('typical')
  const readSent = useSentExample()
  const template = findDraftTemplate(draft)
  const list = templates.data?.sms_template_information ?? []
  const kept = template && 'sms' in template ? template.sms : null
  const found = list.find((one) => one.sms_template_id === kept)
  const isOfOtherType = found !== undefined && !isForCampaign(found.benefit_name, benefit)
  const [chosen, picked] = isOfOtherType ? [null, undefined] : [kept, found]
  const others = list.filter(
    ({ language, benefit_name: of }) =>
      language !== picked?.language && isForCampaign(of, benefit) && settings?.languages.includes(language),
  )
  const translation = others.find(({ sms_template_id: id }) => id === draft.translationId)
  const organisation = support?.organisation_name ?? templates.data?.sms_sender_id ?? ''
  const isBoth = draft.translatedFor === 'everybody'
  const shown =
    picked && translation && isBoth
      ? [inBothLanguages(picked, translation)]
      : [picked, translation].flatMap((one) => one?.template ?? [])
  const named = [picked, translation].flatMap((one) => (one ? [findNamedBenefits(one.template)] : []))
  const doubt = warnOfOtherBenefits(findOtherBenefits(named, benefit), benefit)
  const isThere = picked !== undefined && picked.template.trim() !== ''
  return (
    <>
      <Section title="Choose your SMS Message">
        <QueryState query={templates} what="Choosing a template">
          {(loaded) => (
            <SmsChoice
              templates={loaded}
              benefit={benefit}
              organisation={organisation}
              settings={settings}
              example={example}
              onExample={setExample}
              supportEmail={support?.support_email ?? null}
              chosen={chosen}
              onChoose={(smsTemplateId) => onChange({ smsTemplateId })}
            />
          )}
        </QueryState>
      </Section>
      {picked && templates.data ? (
        <Translation
          draft={draft}
          options={others.map(({ sms_template_id: id, name, language }) => ({ id, name, language }))}
          first={picked.language}
          prefer={prefer}
          canBeBoth
          isUsuallyBoth={settings?.in_both_languages ?? false}
          onChange={onChange}
        >
          {translation ? (
            <SmsPreview
              templates={templates.data}
              template={shown.at(-1) ?? ''}
              language={translation.language}
              values={{
                ...makeExampleHousehold(organisation, benefit, settings, example),
                genuine_page: templates.data.genuine_page,
              }}
            >
              <TestText
                key={`${translation.sms_template_id} ${isBoth}`}
                templateId={isBoth ? picked.sms_template_id : translation.sms_template_id}
                translationId={isBoth ? translation.sms_template_id : undefined}
                benefit={benefit}
                language={isBoth ? 'both languages' : LANGUAGE_WORDS[translation.language]}
              />
            </SmsPreview>
          ) : null}
        </Translation>
      ) : null}
      {doubt === null ? null : <Notice kind="warning">{doubt}</Notice>}
      {shown.some((text) => isWebAlone(text)) ? <WebAlone households={excluded} /> : null}
      {templates.data && list.length === 0 ? null : (
        <SendForReview
          draft={templates.data ? { ...draft, translationId: translation?.sms_template_id ?? null } : draft}
          count={count}
          choices={choices}
          isChosen={chosen !== null && (isThere || !templates.data)}
          unset={findUnset(placeholdersIn(shown.flatMap(templateParts)), settings)}
          segments={Math.max(1, ...shown.map((text) => readSent(text, benefit).segments))}
        />
      )}
    </>
  )
}

function LetterMessage({
  draft,
  count,
  choices,
  excluded,
  prefer,
  benefit,
  onChange,
}: MessageProps & { benefit: BenefitName }) {
  const template = findDraftTemplate(draft)
  const chosen = template && 'letter' in template ? template.letter : null
  // An uploaded letter is offered only in its own draft.
  const [uploaded, setUploaded] = useState(chosen)
  const templates = useQuery(letterTemplatesQuery(benefit, uploaded))
  const { data: support } = useQuery(supportContactQuery)
  const { data: settings } = useQuery(messageSettingsQuery)
  const picked = templates.data?.find(({ id }) => id === chosen)
  const first = picked?.language ?? 'en'
  const others = listPreviewableTemplates(templates.data ?? []).filter(
    ({ language }) => language !== null && language !== first && settings?.languages.includes(language),
  )
  const translation = others.find(({ id }) => id === draft.translationId)
  return (
    <>
      <Section title="Choose your Letter">
        <QueryState query={templates} what="Choosing a template">
          {(loaded) => (
            <LetterChoice
              templates={loaded}
              benefit={benefit}
              languages={settings?.languages ?? ['en']}
              supportEmail={support?.support_email ?? null}
              chosen={chosen}
              onChoose={(letterTemplateId) => onChange({ letterTemplateId })}
              onUploaded={setUploaded}
              onReload={() => void templates.refetch()}
              round={templates.dataUpdatedAt + templates.errorUpdatedAt}
            />
          )}
        </QueryState>
      </Section>
      {picked ? (
        <Translation
          draft={draft}
          options={others.flatMap(({ id, language, letter_template_signed_url: address }) =>
            language === null ? [] : { id, language, name: makeDisplayText(address) },
          )}
          first={first}
          prefer={prefer}
          canBeBoth={false}
          isUsuallyBoth={false}
          onChange={onChange}
        >
          {translation ? (
            <LetterViews
              key={translation.id}
              template={translation}
              benefit={benefit}
              round={templates.dataUpdatedAt + templates.errorUpdatedAt}
              onExpired={() => void templates.refetch()}
            />
          ) : null}
        </Translation>
      ) : null}
      <Section title="Choose the postage">
        <PostageChoice
          chosen={draft.postage ?? null}
          households={count.state === 'counted' ? count.reply.eligible_household_count : null}
          holdOut={choices.holdOut}
          onChoose={(postage) => onChange({ postage })}
        />
      </Section>
      {picked?.is_web_alone || translation?.is_web_alone ? <WebAlone households={excluded} /> : null}
      <SendForReview
        draft={templates.data ? { ...draft, translationId: translation?.id ?? null } : draft}
        count={count}
        choices={choices}
        isChosen={chosen !== null}
        unset={findUnset(
          [picked, translation].flatMap((one) => one?.placeholders ?? []),
          settings,
        )}
      />
    </>
  )
}
