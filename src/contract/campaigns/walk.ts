interface Place {
  readonly longitude: number
  readonly latitude: number
}

/** Short walk: nearest neighbour from `start`, or else from each outermost place, then 2-opt. */
export function walkingOrder<Stop extends Place>(stops: readonly Stop[], start?: Place): Stop[] {
  if (start) return withoutCrossings(nearestNext(start, stops), start)
  const walks = outermost(stops).map((first) => withoutCrossings(nearestNext(first, stops)))
  return walks.sort((a, b) => computeLength(a) - computeLength(b))[0] ?? []
}

/** Up to `most` neighbouring places, from the westernmost. */
export function takeTogether<Stop extends Place>(stops: readonly Stop[], most: number): Stop[] {
  const [first] = outermost(stops)
  if (!first || stops.length <= most) return [...stops]
  return stops.toSorted((a, b) => distance(first, a) - distance(first, b)).slice(0, most)
}

function outermost<Stop extends Place>(stops: readonly Stop[]): Stop[] {
  const eastwards = stops.toSorted((a, b) => a.longitude - b.longitude)
  const northwards = stops.toSorted((a, b) => a.latitude - b.latitude)
  return [...eastwards.slice(0, 1), ...eastwards.slice(-1), ...northwards.slice(0, 1), ...northwards.slice(-1)]
}

function nearestNext<Stop extends Place>(start: Place, stops: readonly Stop[]): Stop[] {
  const left = new Set(stops)
  const walk: Stop[] = []
  for (let here = start; left.size > 0;) {
    const [next] = [...left].sort((a, b) => distance(here, a) - distance(here, b))
    if (!next) break
    walk.push(next)
    left.delete(next)
    here = next
  }
  return walk
}

/** Reverses stretches until none gets shorter. @param start where the walk comes from */
function withoutCrossings<Stop extends Place>(walk: Stop[], start?: Place): Stop[] {
  let current = walk
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (let from = 0; from < current.length - 1; from++) {
      for (let to = from + 1; to < current.length; to++) {
        const [before, first, last, after] = [current[from - 1] ?? start, current[from], current[to], current[to + 1]]
        const saved = leg(before, first) + leg(last, after) - leg(before, last) - leg(first, after)
        if (saved <= 1e-12) continue
        current = [...current.slice(0, from), ...current.slice(from, to + 1).reverse(), ...current.slice(to + 1)]
        isBetter = true
      }
    }
  }
  return current
}

const leg = (a: Place | undefined, b: Place | undefined): number => (a && b ? distance(a, b) : 0)

const computeLength = (walk: readonly Place[]): number =>
  walk.reduce((sum, place, index) => sum + leg(walk[index - 1], place), 0)

/** Degrees of latitude: a round is small enough to be flat. */
const distance = (a: Place, b: Place): number =>
  Math.hypot((a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180), a.latitude - b.latitude)
