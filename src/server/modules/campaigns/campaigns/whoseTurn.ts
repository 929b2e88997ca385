/** docs/product.md#whose-turn-it-is */
import type { CampaignTurn, WaitingCampaign } from '#contract/campaigns/whoseTurn'
import type { Person } from '../../../http/person'
import type { CampaignsDependencies } from './dependencies'
import { findHiddenLists } from './listShown'
import { findPhase } from './moves'
import { mayUseCampaigns, reviewsEverywhere } from './policy'
import { asCampaign } from './present'
import * as repo from './repo'

/** Later nobody takes the campaign up again. */
const SENT_BACK_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

type TurnDependencies = Pick<CampaignsDependencies, 'database' | 'organisations' | 'needToKnow'> & { now: () => Date }

/** Waiting for a person, longest first. */
export const createWhoseTurn =
  ({ database, organisations, needToKnow, now }: TurnDependencies) =>
  async (person: Person): Promise<WaitingCampaign[]> => {
    const { organisationId, userId } = person
    const listed = await organisations.list()
    const present = async (organisation: (typeof listed)[number], rows: readonly repo.CampaignRow[]) => {
      const own = await needToKnow.of({ organisationId: organisation.id, role: person.role })
      const hidden = await database.forOrganisation(organisation.id, (tx) => findHiddenLists(tx, own, rows))
      return rows.map((row) => ({
        ...asWaiting(row, hidden.has(row.id)),
        organisation: organisation.listedName,
        is_in_view: organisation.id === organisationId,
      }))
    }
    const sentBack = mayUseCampaigns(person)
      ? await database.forOrganisation(organisationId, (tx) =>
          repo.sentBackTo(tx, userId, new Date(now().getTime() - SENT_BACK_DAYS * DAY_MS)),
        )
      : []
    const waiting = reviewsEverywhere(person) ? await database.asSystem(repo.waitingForProvider) : []
    const found = [...waiting, ...sentBack]
    const all: WaitingCampaign[] = []
    for (const organisation of listed) {
      const rows = found.filter((row) => row.organisationId === organisation.id)
      if (rows.length > 0) all.push(...(await present(organisation, rows)))
    }
    return all.toSorted((a, b) => a.since.localeCompare(b.since) || a.id - b.id)
  }

function asWaiting(row: repo.CampaignRow, isRounded: boolean) {
  const { id, name, channel, number_of_recipients, is_rounded, created_by } = asCampaign(row, isRounded)
  const [turn, since] = findTurn(row)
  return {
    ...{ id, name, channel, number_of_recipients, is_rounded, created_by, turn },
    since: (since ?? row.createdAt).toISOString(),
    review_comment: row.reviewComment,
  }
}

function findTurn(row: repo.CampaignRow): [CampaignTurn, Date | null] {
  switch (findPhase(row)) {
    case 'finished':
      return ['redraft', row.clearedAt]
    case 'paused':
      return ['resume', row.pausedAt]
    default:
      return row.reviewedAt === null ? ['review', row.preparedAt] : ['send', row.reviewedAt]
  }
}
