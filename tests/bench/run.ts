/**
 * `npm run bench [name …]`: the figures. Every ratio is of two things measured in this run, in turns;
 * nothing is asserted by time. Data are made in the system's folder for temporary files (or `DOORSTEP_BENCH`).
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Bench, Figure } from './bench'
import { attackDocumentsBench } from './attackDocuments'
import { attacks } from './attacks'
import {
  mapBench,
  queueBench,
  sliderBench,
  interactionsBench,
  readyOfflineBench,
  visitsBench,
  weakLineBench,
} from './browser'
import { campaignLoad, campaignLoadPostgres } from './campaignLoad'
import { campaignsBench } from './campaigns'
import { crowd } from './crowd'
import { documentsBench } from './documents'
import { erasedTimes } from './erasedTimes'
import { exportCsv } from './exportCsv'
import { facets } from './facets'
import { fullStores } from './fullStores'
import { genuineGuesses, genuinePage } from './genuinePage'
import { importing } from './importing'
import { killsBench } from './kills'
import { manyCouncils } from './manyCouncils'
import { messagesBench, messagesLimitBench } from './messages'
import { largeCouncil } from './largeCouncil'
import { lettersBench } from './letters'
import { cancelRaceBench, needToKnowBench } from './longSeries'
import { onePerson } from './onePerson'
import { costBench } from './cost'
import { assistantBench } from './assistant'
import { scan } from './scan'
import { simulateReports } from './simulateReports'
import { startup } from './startup'
import { stopping } from './stopping'
import { threeServers } from './threeServers'
import { wire } from './wire'

const benches: readonly Bench[] = [
  scan,
  facets,
  wire,
  crowd,
  onePerson,
  fullStores,
  exportCsv,
  importing,
  largeCouncil,
  manyCouncils,
  startup,
  campaignsBench,
  campaignLoad,
  campaignLoadPostgres,
  messagesBench,
  messagesLimitBench,
  lettersBench,
  costBench,
  documentsBench,
  genuinePage,
  genuineGuesses,
  assistantBench,
  killsBench,
  threeServers,
  stopping,
  attackDocumentsBench,
  attacks,
  erasedTimes,
  needToKnowBench,
  cancelRaceBench,
  simulateReports,
  queueBench,
  visitsBench,
  weakLineBench,
  sliderBench,
  interactionsBench,
  readyOfflineBench,
  mapBench,
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}. There are: ${benches.map((bench) => bench.name).join(', ')}.`,
  )
  process.exit(1)
}

// What works on several threads suffers more from busy neighbours than a loop on one: a ratio says so under load.
const load = `load ${loadavg()[0]?.toFixed(1)} at the start`
console.log(`${availableParallelism()} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.versions.node}, ${load}\n`)
const figures: Figure[] = []
for (const bench of benches.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.error(`${bench.name} …`)
  try {
    figures.push(...(await bench.run()))
  } catch (error) {
    // One bench that cannot run here (a PostgreSQL that does not start) does not cost the others.
    figures.push({
      what: bench.name,
      measured: error instanceof Error ? error.message : String(error),
      floor: 'not measured',
    })
  }
}
const verdict = ({ holds }: Figure) => (holds === undefined ? '' : holds ? 'yes' : 'NO')
console.log('| what | measured | floor | holds |\n|---|---|---|---|')
for (const figure of figures) {
  console.log(`| ${figure.what} | ${figure.measured} | ${figure.floor} | ${verdict(figure)} |`)
}
process.exit(0)
