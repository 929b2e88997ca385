import { explainedCast } from './explainedCast.mjs'
import { finishedTest } from './finishedTest.mjs'
import { linearPattern } from './linearPattern.mjs'
import { patientTest } from './patientTest.mjs'

/** The rules of this repository that no package has, for `.oxlintrc.json`. */
export default {
  meta: { name: 'house' },
  rules: {
    'explained-cast': explainedCast,
    'finished-test': finishedTest,
    'linear-pattern': linearPattern,
    'patient-test': patientTest,
  },
}
