import type { FastifyInstance } from 'fastify'
import { getCalculatorJobs, getCalculatorResult } from '#contract/calculator'
import { sendHouseholdsToCalculator } from '#contract/households'
import { anySignedIn, route } from '../../route'
import type { CalculatorService } from './service'

export function calculatorRoutes(app: FastifyInstance, { calculator }: { calculator: CalculatorService }): void {
  route(app, sendHouseholdsToCalculator, anySignedIn, ({ person, body }) => calculator.send(person, body))
  route(app, getCalculatorJobs, anySignedIn, ({ person }) => calculator.jobs(person.organisationId))
  route(app, getCalculatorResult, anySignedIn, async ({ person, query, reply }) => {
    const { name, stream } = await calculator.result(person, query.job_id)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('text/csv; charset=utf-8')
      .send(stream)
  })
}
