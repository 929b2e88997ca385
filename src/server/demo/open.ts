import type { Services } from '../services'

/** Demo accounts may sign in on this machine, outside production, without real organisations. */
export const isDemoOpen = async ({
  config,
  organisations,
}: Pick<Services, 'config' | 'organisations'>): Promise<boolean> =>
  config.demoAccounts && !(await organisations.kinds()).real
