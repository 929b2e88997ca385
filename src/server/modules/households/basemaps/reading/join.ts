import type { BasemapFeature } from '#contract/households/map'

type LineFeature = BasemapFeature & { readonly geometry: { readonly type: 'LineString' } }

/** Joins lines of one kind and name: road data are cut at each crossing, too short for names. */
export function joined(features: readonly BasemapFeature[]): BasemapFeature[] {
  const others = features.filter((feature) => !isLine(feature))
  const groups = new Map<string, LineFeature[]>()
  for (const feature of features.filter(isLine)) {
    const { kind, name } = feature.properties
    append(groups, `${kind} ${name}`, feature)
  }
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return joinedLines(group.map(({ geometry }) => geometry.coordinates)).map((coordinates) => ({
      ...first,
      geometry: { type: 'LineString' as const, coordinates },
    }))
  })
  return [...others, ...lines]
}

const isLine = (feature: BasemapFeature): feature is LineFeature => feature.geometry.type === 'LineString'

function append<Value>(groups: Map<string, Value[]>, key: string, value: Value): void {
  const group = groups.get(key)
  if (group) group.push(value)
  else groups.set(key, [value])
}

type Positions = LineFeature['geometry']['coordinates']

const makeKey = (position: Positions[number] | undefined) => String(position)

function joinedLines(lines: readonly Positions[]): Positions[] {
  const open = new Set(lines)
  const byEnd = new Map<string, Positions[]>()
  for (const line of lines) {
    for (const key of new Set([makeKey(line[0]), makeKey(line.at(-1))])) append(byEnd, key, line)
  }
  const next = (from: Positions[number] | undefined): Positions | undefined => {
    const meeting = byEnd.get(makeKey(from)) ?? []
    for (let line = meeting.pop(); line; line = meeting.pop()) {
      if (open.delete(line)) return makeKey(line[0]) === makeKey(from) ? line : line.toReversed()
    }
    return undefined
  }
  const result: Positions[] = []
  for (const line of lines) {
    if (!open.delete(line)) continue
    const forwards = [...line]
    for (let more = next(forwards.at(-1)); more; more = next(forwards.at(-1))) forwards.push(...more.slice(1))
    const backwards: Positions = []
    for (let more = next(line[0]); more; more = next(backwards.at(-1))) backwards.push(...more.slice(1))
    result.push([...backwards.toReversed(), ...forwards])
  }
  return result
}
