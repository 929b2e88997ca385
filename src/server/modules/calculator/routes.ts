import type { FastifyInstance } from 'fastify'
import { sendHouseholdsToCalculator } from '#contract/households'
import { anySignedIn, route } from '../../route'
import type { CalculatorService } from './service'

export function calculatorRoutes(app: FastifyInstance, { calculator }: { calculator: CalculatorService }): void {
  route(app, sendHouseholdsToCalculator, anySignedIn, async ({ person, body, reply }) => {
    const sentence = await calculator.send(person, body)
    // Fastify would send a bare text as text/plain; the contract's answers are JSON.
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(sentence))
  })
}
