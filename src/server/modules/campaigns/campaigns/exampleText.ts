import { EXAMPLE_HOUSEHOLDS } from '#contract/campaigns/exampleHouseholds'
import { fillTemplate, templateParts } from '#contract/campaigns/placeholders'
import type { BenefitName } from '#contract/households/benefits'
import { chooseText, joinTexts, type MessageDependencies } from './chooseMessages'
import { commonValues } from './commonValues'
import type { CampaignsDependencies } from './dependencies'

type ExampleDependencies = MessageDependencies &
  Pick<CampaignsDependencies, 'organisations' | 'notifyAccounts' | 'genuinePage'> & { readonly now: () => Date }

/** For an invented household; with a translation, both as one text. @throws Fault 422 */
export const createExampleText =
  (deps: ExampleDependencies) =>
  async (
    organisationId: string,
    benefitName: BenefitName,
    templateId: number,
    translationId?: number,
  ): Promise<string> => {
    const common = await commonValues(deps, { organisationId, benefitName })
    const chosenFor = { organisationId, benefitName, common }
    const first = await chooseText(deps, chosenFor, templateId, 'sms_template_id')
    let { template } = first
    if (translationId !== undefined) {
      const other = await chooseText(deps, chosenFor, translationId, 'translation_id')
      template = joinTexts(first, other, 'translation_id')
    }
    return fillTemplate(templateParts(template), { ...common, ...EXAMPLE_HOUSEHOLDS.typical })
  }
