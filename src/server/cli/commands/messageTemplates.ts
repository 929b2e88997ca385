import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Option } from 'commander'
import { BENEFIT_NAMES, type BenefitName } from '#contract/households/benefits'
import { LANGUAGES, type Language } from '#contract/households/languages'
import { cleanLetterFileName } from '#contract/campaigns/letters'
import { COMMAND_LINE } from '../../modules/organisations/audit/service'
import { organisationCalled, type RegisterCommand } from './command'

/** `sms-template add <slug> …` and `letter-template add <slug> …`. */
export const messageTemplateCommands: RegisterCommand = (program, withServices) => {
  program
    .command('sms-template')
    .description("an organisation's text message templates")
    .command('add <slug>')
    .description('add a template, or change the text of the one of that name')
    .requiredOption('--name <name>', 'names it among the templates')
    .requiredOption('--text <text>', 'the message, with placeholders such as ((first_name))')
    .addOption(
      new Option('--benefit <name>', 'the campaign type that it is for; every one without').choices(BENEFIT_NAMES),
    )
    .addOption(language())
    .action((slug: string, template: { name: string; text: string; benefit?: BenefitName; language: Language }) =>
      withServices(async (services) => {
        const organisation = await organisationCalled(services.organisations, slug)
        await services.templates.texts.save(organisation.id, template)
        console.log(`${organisation.name} has the text message template ${template.name}.`)
      }),
    )
  program
    .command('letter-template')
    .description("an organisation's letter templates")
    .command('add <slug> <file>')
    .description('add a Word document (.docx) as a template')
    .addOption(
      new Option('--benefit <name>', 'the campaign type that it is for').choices(BENEFIT_NAMES).makeOptionMandatory(),
    )
    .addOption(language())
    .action((slug: string, file: string, letter: { benefit: BenefitName; language: Language }) =>
      withServices(async (services) => {
        const organisation = await organisationCalled(services.organisations, slug)
        const content = await readFile(file).catch(() => {
          throw new Error(`The file ${file} cannot be read.`)
        })
        const givenName = cleanLetterFileName(basename(file))
        const { fileName: name } = await services.letters.uploads.add(organisation.id, {
          ...letter,
          givenName,
          bytes: content,
        })
        await services.audit.record(
          { ...COMMAND_LINE, organisationId: organisation.id },
          'template_upload',
          `letter template for ${letter.benefit}`,
          1,
        )
        console.log(`${organisation.name} has the letter template ${name}.`)
      }),
    )
}

const language = () => new Option('--language <code>', 'what it is written in').choices(LANGUAGES).default('en')
