import type { FastifyInstance } from 'fastify'
import { getCalculatorJobs, getCalculatorResult } from '#contract/households/calculator'
import { sendHouseholdsToCalculator } from '#contract/households/households'
import { sendCsv } from '../../../lib/csv'
import { anySignedIn, route } from '../../../http/route'
import type { CalculatorService } from './service'

/** Sends households to the calculator, and serves results. */
export function calculatorRoutes(app: FastifyInstance, calculator: CalculatorService): void {
  route(app, sendHouseholdsToCalculator, anySignedIn, ({ person, body }) => calculator.send(person, body))
  route(app, getCalculatorJobs, anySignedIn, ({ person }) => calculator.jobs(person.organisationId))
  route(app, getCalculatorResult, anySignedIn, async ({ person, query, reply }) =>
    sendCsv(reply, await calculator.result(person, query.job_id, query.purpose)),
  )
}
