/** docs/product.md#a-second-person */
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import * as repo from './repo'

const DAYS_AS_ADMINISTRATOR = 7
const DAY_MS = 24 * 60 * 60_000

/** By the author's id; null: nobody of the app. */
export type MayConfirm = (authorId: string | null) => boolean

/** Whose changes this person may confirm or approve. The provider is always a second person for others. */
export async function findMayConfirm(tx: Tx, { userId, organisationId, actor }: Person): Promise<MayConfirm> {
  if (actor.role === 'SuperAdmin' && actor.organisationId === null) return (authorId) => authorId !== userId
  const rows = new Map((await repo.listRoles(tx, organisationId)).map((row) => [row.id, row]))
  const own = rows.get(userId)
  const days = own ? (Date.now() - own.roleSince.getTime()) / DAY_MS : 0
  if (own?.role !== 'OrganisationAdmin' || days < DAYS_AS_ADMINISTRATOR) return () => false

  /** Who let somebody in, and who let those in: one person may have several addresses. */
  const handsBehind = (id: string): ReadonlySet<string> => {
    const hands = new Set<string>()
    const waiting = [id]
    for (const one of waiting)
      for (const hand of [rows.get(one)?.accountBy, rows.get(one)?.roleBy])
        if (hand && !hands.has(hand)) {
          hands.add(hand)
          waiting.push(hand)
        }
    return hands
  }
  const ownHands = handsBehind(userId)
  return (authorId) =>
    authorId === null || (authorId !== userId && !ownHands.has(authorId) && !handsBehind(authorId).has(userId))
}

/** @throws Fault 409 for who is no second person to the author, who is somebody else */
export async function requireSecondPerson(tx: Tx, person: Person, authorId: string | null): Promise<void> {
  const mayConfirm = await findMayConfirm(tx, person)
  if (!mayConfirm(authorId))
    throw conflict(
      'This needs an administrator of at least seven days who did not get the role from its author, nor gave the author theirs. Ask one, or your provider.',
      'no_second_person',
    )
}
