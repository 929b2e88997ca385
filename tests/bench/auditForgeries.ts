/** More ways to forge an audit log than a test can afford: each kind of change, of each of some rows, with each cover. */
import { createHmac } from 'node:crypto'
import { describeEntry, describeSeal, describeStart } from '../../src/server/modules/organisations/audit/chain'
import { ENTRIES, type AuditLogs } from '../server/harness/auditAttacks'

type Forge = (position: number) => Promise<unknown>

export interface Forgery {
  readonly name: string
  readonly forge: Forge
  /** Only a signature that was kept elsewhere shows it (docs/security.md#what-remains). */
  readonly needsWitness?: boolean
}

const MIDDLE = ENTRIES / 2
const ROWS: Readonly<Record<string, (position: number) => readonly number[]>> = {
  'one entry': (position) => [position],
  'the first entry': () => [1],
  'the signed entry of the middle': () => [MIDDLE + 1],
  'the last signed entry': () => [ENTRIES],
  'the entry after the last signature': () => [ENTRIES + 1],
  'three in a row': (position) => [position, position + 1, position + 2],
  'two far apart': () => [3, ENTRIES - 3],
  'every entry': () => Array.from({ length: ENTRIES + 1 }, (_, index) => index + 1),
}

const CHANGES: Readonly<Record<string, string>> = {
  'adds a letter to the subject': "subject = subject || 'x'",
  'writes the subject in another form of Unicode': "subject = normalize(subject || 'é', NFD)",
  'empties the subject': "subject = ''",
  'raises the quantity': 'quantity = coalesce(quantity, 0) + 1',
  'takes or makes the quantity': 'quantity = case when quantity is null then 0 end',
  'moves the time by a millisecond': "at = at - interval '1 millisecond'",
  'moves the time by two years': "at = at - interval '2 years'",
  'names another person': "actor_email = 'somebody@else.example'",
  'gives another role': "actor_role = 'SuperAdmin'",
  'gives another action': "action = 'erased'",
  'moves a word from one column into the next': "actor_role = actor_role || action, action = ''",
  'takes the hash away': 'hash = null',
  'writes a hash of nothing': "hash = 'none:' || repeat('0', 64)",
  'takes the key off the hash': "hash = 'none:' || split_part(hash, ':', 2)",
  'takes the position away': 'position = null',
  'moves the position far up': 'position = position + 1000',
  'moves the position below the first': 'position = -position',
}

const HASHES = ['without a key', 'with another key', 'with another key under this one’s name'] as const
const SEALS = [
  'the signatures kept',
  'no signatures',
  'signatures made so too',
  'the other council’s signatures',
] as const
const STARTS = ['the start kept', 'no start', 'a start made so too'] as const

const WRONG_KEY = Buffer.alloc(32, 9)
const hmac = (text: string) => createHmac('sha256', WRONG_KEY).update(text).digest('hex')

/** @param otherId of an organisation with a log as long */
export function createForgeries(logs: AuditLogs, id: string, otherId: string): Forgery[] {
  const { run, readEntries } = logs
  const own = `organisation_id = '${id}'`
  const rows = (positions: readonly number[]) => `${own} and position in (${positions.join(', ')})`

  function* changesOfRows(): Generator<Forgery> {
    for (const [which, choose] of Object.entries(ROWS)) {
      for (const [what, change] of Object.entries(CHANGES))
        yield {
          name: `${what}: ${which}`,
          forge: (position) => run(`update audit_entries set ${change} where ${rows(choose(position))}`),
        }
      yield {
        name: `gives away: ${which}`,
        forge: (position) =>
          run(`update audit_entries set organisation_id = '${otherId}' where ${rows(choose(position))}`),
      }
    }
  }

  function* rewritten(): Generator<Forgery> {
    for (const hash of HASHES)
      for (const seals of SEALS)
        for (const start of STARTS)
          yield {
            name: `writes the rest of the log ${hash}, with ${seals}, ${start}`,
            forge: (position) => rewrite(position, { hash, seals, start }),
          }
  }

  async function rewrite(
    from: number,
    cover: { hash: (typeof HASHES)[number]; seals: (typeof SEALS)[number]; start: (typeof STARTS)[number] },
  ): Promise<void> {
    const entries = await readEntries()
    const thisKey = entries[0]?.hash.split(':')[0] ?? ''
    const name = {
      'without a key': 'none',
      'with another key': '0badc0de',
      'with another key under this one’s name': thisKey,
    }
    const sign = (text: string) => `${name[cover.hash]}:${hmac(text)}`
    let last = { position: 0, hash: '' }
    for (const row of entries) {
      const forged = row.position === from ? { ...row, subject: 'forged' } : row
      const hash = row.position < from ? row.hash : sign(describeEntry(forged, last.hash))
      await run(`update audit_entries set hash = '${hash}', subject = '${forged.subject}' where id = ${row.id}`)
      last = { position: row.position, hash }
    }
    await run(`update audit_heads set position = ${last.position}, hash = '${last.hash}' where ${own}`)
    const sealedAt = new Date('2026-01-02T03:04:05.678Z')
    if (cover.seals !== 'the signatures kept') await run(`delete from audit_seals where ${own}`)
    if (cover.seals === 'signatures made so too')
      await run(
        `insert into audit_seals (organisation_id, position, hash, sealed_at, signature) values ('${id}', ${last.position},
           '${last.hash}', '${sealedAt.toISOString()}', '${sign(describeSeal({ organisationId: id, ...last, sealedAt }))}')`,
      )
    if (cover.seals === 'the other council’s signatures')
      await run(`insert into audit_seals select '${id}', position, hash, sealed_at, signature from audit_seals
                   where organisation_id = '${otherId}'`)
    if (cover.start !== 'the start kept') await run(`delete from audit_starts where ${own}`)
    if (cover.start === 'a start made so too') {
      const begin = { organisationId: id, position: 0, hash: '', keyedFrom: null }
      await run(`insert into audit_starts (organisation_id, position, hash, keyed_from, signature)
                   values ('${id}', 0, '', null, '${sign(describeStart(begin))}')`)
    }
  }

  const moveEnd = `update audit_heads h set position = e.position, hash = e.hash from audit_entries e
    where h.${own} and e.${own} and e.position = (select max(position) from audit_entries where ${own})`
  const cutSeals = `delete from audit_seals where ${own} and position > (select position from audit_heads where ${own})`

  function* cut(): Generator<Forgery> {
    for (const left of [1, MIDDLE - 1, MIDDLE + 5, ENTRIES - 1]) {
      const cutTo =
        (...more: string[]) =>
        async () => {
          await run(`delete from audit_entries where ${own} and position > ${left}`)
          for (const statement of more) await run(statement)
        }
      yield { name: `cuts all after entry ${left}`, forge: cutTo() }
      yield { name: `cuts all after entry ${left}, and moves the end`, forge: cutTo(moveEnd) }
      yield {
        name: `cuts all after entry ${left} with its signatures, and moves the end`,
        forge: cutTo(moveEnd, cutSeals),
        needsWitness: true,
      }
      yield {
        name: `cuts all after entry ${left}, moves the end and signs there as in the middle`,
        forge: cutTo(
          moveEnd,
          `update audit_seals s set position = h.position, hash = h.hash from audit_heads h
             where s.${own} and h.${own} and s.position = (select max(position) from audit_seals where ${own})`,
        ),
      }
    }
    yield {
      name: 'empties the log, and leaves its end and signatures',
      forge: () => run(`delete from audit_entries where ${own}`),
    }
    yield {
      name: 'empties the log with all that belongs to it',
      async forge() {
        for (const table of ['entries', 'heads', 'seals', 'starts'])
          await run(`delete from audit_${table} where ${own}`)
      },
      needsWitness: true,
    }
  }

  function* exchanged(): Generator<Forgery> {
    const swapIn = (table: string) =>
      run(`update ${table} set organisation_id = case organisation_id when '${id}'::uuid then '${otherId}'::uuid
             else '${id}'::uuid end where organisation_id in ('${id}', '${otherId}')`)
    const swapAll = async (tables: readonly string[]) => {
      // Their keys are the organisations: one aside, or both would have the same for a moment.
      for (const table of tables)
        if (table === 'audit_entries') await swapIn(table)
        else {
          await run(
            `create temp table aside as select * from ${table} where organisation_id in ('${id}', '${otherId}')`,
          )
          await run(`delete from ${table} where organisation_id in ('${id}', '${otherId}')`)
          await run(`update aside set organisation_id = case organisation_id when '${id}'::uuid then '${otherId}'::uuid
                       else '${id}'::uuid end`)
          await run(`insert into ${table} select * from aside`)
          await run('drop table aside')
        }
    }
    const tables = ['audit_entries', 'audit_heads', 'audit_seals', 'audit_starts']
    for (let parts = 1; parts < 2 ** tables.length; parts++) {
      const some = tables.filter((_, at) => (parts >> at) & 1)
      yield { name: `exchanges two councils’ ${some.join(', ')}`, forge: () => swapAll(some) }
    }
  }

  return [...changesOfRows(), ...rewritten(), ...cut(), ...exchanged()]
}
