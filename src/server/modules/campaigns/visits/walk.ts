interface Place {
  readonly longitude: number
  readonly latitude: number
}

/**
 * Orders places into a short walk: nearest neighbour from each outermost place, then 2-opt. Cubic, for a few dozen
 * places.
 */
export function walkingOrder<Stop extends Place>(stops: readonly Stop[]): Stop[] {
  const walks = outermost(stops).map((first) => withoutCrossings(nearestNext(first, stops)))
  return walks.sort((a, b) => lengthOf(a) - lengthOf(b))[0] ?? []
}

function outermost<Stop extends Place>(stops: readonly Stop[]): Stop[] {
  const eastwards = stops.toSorted((a, b) => a.longitude - b.longitude)
  const northwards = stops.toSorted((a, b) => a.latitude - b.latitude)
  return [...eastwards.slice(0, 1), ...eastwards.slice(-1), ...northwards.slice(0, 1), ...northwards.slice(-1)]
}

function nearestNext<Stop extends Place>(first: Stop, stops: readonly Stop[]): Stop[] {
  const left = new Set(stops)
  const walk: Stop[] = []
  for (let next: Stop | undefined = first; next;) {
    const here: Stop = next
    walk.push(here)
    left.delete(here)
    next = [...left].sort((a, b) => distance(here, a) - distance(here, b))[0]
  }
  return walk
}

/** Reverses each stretch that is shorter the other way, until none is. */
function withoutCrossings<Stop extends Place>(walk: Stop[]): Stop[] {
  let current = walk
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (let from = 0; from < current.length - 1; from++) {
      for (let to = from + 1; to < current.length; to++) {
        const [before, first, last, after] = [current[from - 1], current[from], current[to], current[to + 1]]
        const saved = leg(before, first) + leg(last, after) - leg(before, last) - leg(first, after)
        if (saved <= 1e-12) continue
        current = [...current.slice(0, from), ...current.slice(from, to + 1).reverse(), ...current.slice(to + 1)]
        isBetter = true
      }
    }
  }
  return current
}

/** The walk has no leg before its first place, nor after its last. */
const leg = (a: Place | undefined, b: Place | undefined): number => (a && b ? distance(a, b) : 0)

const lengthOf = (walk: readonly Place[]): number =>
  walk.reduce((sum, place, index) => sum + leg(walk[index - 1], place), 0)

/** In degrees of latitude: a round is small enough to be flat. */
const distance = (a: Place, b: Place): number =>
  Math.hypot((a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180), a.latitude - b.latitude)
