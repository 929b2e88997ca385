import type { FastifyInstance } from 'fastify'
import { sendHouseholdsToCalculator } from '#contract/households'
import { anySignedIn, route } from '../../route'
import type { CalculatorService } from './service'

export function calculatorRoutes(app: FastifyInstance, { calculator }: { calculator: CalculatorService }): void {
  route(app, sendHouseholdsToCalculator, anySignedIn, ({ person, body }) => calculator.send(person, body))
}
