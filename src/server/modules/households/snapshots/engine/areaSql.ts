import { listEdges, type Area, type Position } from '#contract/households/area'

/** From its southern end, at longitude `x`. `slope` is degrees east per degree north. */
interface Edge {
  readonly x: number
  readonly south: number
  readonly north: number
  readonly slope: number
}

/** With more edges, a node is split by latitude. */
const EDGES_OF_LEAF = 6

const MAX_REPEATED = 1.35

/**
 * SQL for lying in an area, by the even-odd rule, without DuckDB's spatial extension.
 * @param parameter adds a value to the query and returns its name
 */
export function areaSql(area: Area, parameter: (value: number) => string): string {
  const names = new Map<number, string>()
  const number = (value: number) => {
    const name = names.get(value) ?? `${parameter(value)}::double`
    names.set(value, name)
    return name
  }
  return area.map((rings) => polygonSql(rings.flatMap(listEdges).flatMap(edgeOf), number)).join(' or ')
}

type Name = (value: number) => string

/** Horizontal edges never decide. */
function edgeOf([one, other]: readonly [Position, Position]): Edge[] {
  const [[x, south], [u, north]] = one[1] <= other[1] ? [one, other] : [other, one]
  return south === north ? [] : [{ x, south, north, slope: (u - x) / (north - south) }]
}

function polygonSql(edges: readonly Edge[], number: Name): string {
  const [south, north] = [Math.min(...edges.map((edge) => edge.south)), Math.max(...edges.map((edge) => edge.north))]
  return caseSql(
    `latitude >= ${number(south)} and latitude < ${number(north)}`,
    partSql(edges, south, north, number),
    'false',
  )
}

const caseSql = (test: string, yes: string, no: string) => `case when ${test} then ${yes} else ${no} end`

/** For latitudes from `south` up to `north`, exclusive. */
function partSql(edges: readonly Edge[], south: number, north: number, number: Name): string {
  if (edges.length > EDGES_OF_LEAF) {
    const starts = edges.map((edge) => edge.south).sort((one, other) => one - other)
    const middle = starts[starts.length >> 1] ?? south
    const below = edges.filter((edge) => edge.south < middle)
    const above = edges.filter((edge) => edge.north > middle)
    const isSmaller = Math.max(below.length, above.length) < edges.length
    if (isSmaller && below.length + above.length <= edges.length * MAX_REPEATED) {
      return caseSql(
        `latitude < ${number(middle)}`,
        partSql(below, south, middle, number),
        partSql(above, middle, north, number),
      )
    }
  }
  const tests = edges.map((edge) => {
    const isWest = `longitude < ${number(edge.x)} + (latitude - ${number(edge.south)}) * ${number(edge.slope)}`
    const isLevel = `latitude >= ${number(edge.south)} and latitude < ${number(edge.north)}`
    return `(${edge.south <= south && edge.north >= north ? isWest : `${isLevel} and ${isWest}`})::utinyint`
  })
  return tests.length === 0 ? 'false' : `(${tests.join(' + ')}) % 2 = 1`
}
