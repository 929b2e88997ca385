import { randomFor } from '../random'
import type { Plan } from './plan'
import type { GrownStreet } from './streets'
import { lengthOf } from './plane'

/** Gives every street a name that stands once in the town. */
export function nameStreets(plan: Plan, streets: readonly GrownStreet[]): (GrownStreet & { readonly name: string })[] {
  const random = randomFor(plan.slug, 'street names')
  const planned = [...plan.mainRoads, ...plan.lanes, ...plan.surroundings.roads]
  const taken = new Set(planned.map(({ name }) => name))
  const { firsts, roads, order } = plan.streetWords
  return streets.map((street) => {
    const isClose = street.deadEnd && lengthOf(street.line) < 260 && street.kind !== 'terraces'
    const words = roads[isClose ? 'close' : street.kind]
    for (let attempt = 0; attempt < 60; attempt++) {
      const [first, road] = [random.pick(firsts), random.pick(words)]
      const name = order === 'name first' ? `${first} ${road}` : `${road} ${first}`
      if (taken.has(name)) continue
      taken.add(name)
      return { ...street, name }
    }
    // Every pleasant combination that was tried is taken: the street has no sign, only a number.
    const name = `${random.pick(firsts)} ${taken.size}`
    taken.add(name)
    return { ...street, name }
  })
}
