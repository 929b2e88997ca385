import type { Role } from '../../../src/contract/organisations/session'
import { messageSettings, organisationDomains, organisations, people } from '../../../src/server/db/schema'
import type { Database } from '../../../src/server/db/database'

export const PASSWORD = 'correct horse battery'
/** Of that, by parameters that take no time; the product's own take a third of a second for each sign-in. */
const PASSWORD_HASH = 'scrypt$4$8$1$C9EbLd0AmFEa-TAHPeL_zA$l-sr9UlZZe47SqiSnDKl36DEadrYjrW-JJJfZnaNNJg'

/** The tests' organisations and people; made up, and not those of the demo. */
export interface Seed {
  readonly ashford: { readonly id: string; readonly slug: 'ashford' }
  readonly brynmor: { readonly id: string; readonly slug: 'brynmor' }
  readonly people: Readonly<Record<SeededPerson, { id: string; email: string; role: Role }>>
}

export type SeededPerson = 'admin' | 'viewer' | 'other' | 'staff'

/** Two organisations on one domain each (and one on both), and somebody of every role; all have {@link PASSWORD}. */
export async function seed(database: Database): Promise<Seed> {
  return database.asSystem(async (tx) => {
    const [ashford, brynmor] = await tx
      .insert(organisations)
      .values([
        { slug: 'ashford', name: 'Ashford Council', campaignsEnabled: true },
        { slug: 'brynmor', name: 'Cyngor Brynmôr' },
      ])
      .returning({ id: organisations.id })
    if (!ashford || !brynmor) throw new Error('The organisations were not made.')
    await tx.insert(organisationDomains).values([
      { domain: 'ashford.example', organisationId: ashford.id },
      { domain: 'brynmor.example', organisationId: brynmor.id },
      { domain: 'shared.example', organisationId: ashford.id },
      { domain: 'shared.example', organisationId: brynmor.id },
    ])
    // Tests send at any hour.
    await tx.insert(messageSettings).values(
      [ashford, brynmor].map(({ id }) => ({
        organisationId: id,
        languages: ['en' as const],
        sendFrom: 0,
        sendUntil: 24,
        sendOnSundays: true,
      })),
    )
    const insert = async (email: string, organisationId: string | null, role: Role) => {
      const [made] = await tx
        .insert(people)
        .values({ email, organisationId, role, passwordHash: PASSWORD_HASH, roleSince: new Date('2026-01-01') })
        .returning({ id: people.id })
      if (!made) throw new Error('The person was not made.')
      return { id: made.id, email, role }
    }
    return {
      ashford: { id: ashford.id, slug: 'ashford' },
      brynmor: { id: brynmor.id, slug: 'brynmor' },
      people: {
        admin: await insert('admin@ashford.example', ashford.id, 'OrganisationAdmin'),
        viewer: await insert('viewer@ashford.example', ashford.id, 'Viewer'),
        other: await insert('admin@brynmor.example', brynmor.id, 'OrganisationAdmin'),
        staff: await insert('staff@provider.example', null, 'SuperAdmin'),
      },
    }
  })
}
