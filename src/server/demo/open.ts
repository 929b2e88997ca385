import type { Services } from '../services'

/** Whether the demo's accounts may sign in: on this machine, outside production, while nothing real is here. */
export const isDemoOpen = async ({
  config,
  organisations,
}: Pick<Services, 'config' | 'organisations'>): Promise<boolean> =>
  config.demoAccounts && !(await organisations.kinds()).real
