import type { RegisterCommand } from './command'

/** `verify [slug]` */
export const verifyCommand: RegisterCommand = (program, withServices) => {
  program
    .command('verify')
    .argument('[slug]', 'of one organisation alone')
    .description('verify that no entry of the audit log was changed, removed or inserted; changes nothing')
    .action((slug: string | undefined) =>
      withServices(async ({ audit }) => {
        const verdicts = await audit.verify(slug)
        if (slug !== undefined && verdicts.length === 0) throw new Error(`There is no organisation called ${slug}.`)
        for (const one of verdicts) {
          const signed = one.signedAt ? `last signed ${one.signedAt.toISOString()}` : 'not signed yet'
          console.log(`${one.problems.length === 0 ? '✓' : '✗'} ${one.slug}: ${one.entries} entries, ${signed}`)
          for (const problem of one.problems) console.log(`  ${problem}`)
        }
        const broken = verdicts.filter(({ problems }) => problems.length > 0)
        if (broken.length > 0) {
          throw new Error(
            `The audit log of ${broken.map(({ slug }) => slug).join(', ')} is not as it was written. Keep the records as they are, and compare them with a backup.`,
          )
        }
        console.log('Every entry is as it was written.')
      }),
    )
}
