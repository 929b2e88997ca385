import { serveAs } from '../../db/roles'
import type { RegisterCommand } from './command'

/** `migrate` */
export const migrateCommand: RegisterCommand = (program, withServices) => {
  program
    .command('migrate')
    .description('bring tables and queue up to this version, with the login that owns them')
    .option('--serve-as <login>', 'let this PostgreSQL login serve, which then owns nothing')
    .action(({ serveAs: login }: { serveAs?: string }) =>
      withServices(
        async ({ queue, database }) => {
          await queue.prepare()
          if (login !== undefined) await serveAs((text, values) => database.executeSql(text, values), login)
          console.log('The records are up to this version.')
        },
        { isUnchecked: true },
      ),
    )
}
