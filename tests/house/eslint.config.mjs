import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { explainedCast } from './explained-cast.mjs'
import { linearPattern } from './linear-pattern.mjs'

const tests = ['tests/**', '**/*.test.ts', '**/*.test.tsx']

export default tseslint.config(
  // No eslint-disable comment counts: a rule that is wrong is changed here, for everyone.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  { ignores: ['**/*.as.ts', '**/*.mjs', '**/*.cjs', 'dist/**', '.cache/**', 'tests/e2e/results/**'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: process.cwd() } },
    rules: {
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return reply()` where both answer nothing is how an early way out is written.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-deprecated': [
        'error',
        // Marked deprecated only to stand out: an issuer on this machine, such as the demo's, speaks http.
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      // Async without await is how an interface that answers a promise is fulfilled.
      '@typescript-eslint/require-await': 'off',
      // A handler that is meant to do nothing says so by being empty.
      '@typescript-eslint/no-empty-function': 'off',
      // `route<Query, Body, Reply>` names its parameters for the reader even where one is used once.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // A loader of React Router throws a Response to redirect; what was caught may be thrown on.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'lib', name: 'Response' }], allowThrowingUnknown: true },
      ],
      // An AbortSignal's reason is unknown and is what an aborted promise rejects with.
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingUnknown: true, allowThrowingAny: true },
      ],
      // Text spread into characters is for codes and alphabets here, not for emojis.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    },
  },
  {
    files: ['src/**', 'sw/**'],
    ignores: tests,
    plugins: { house: { rules: { 'explained-cast': explainedCast, 'linear-pattern': linearPattern } } },
    rules: { 'house/explained-cast': 'error', 'house/linear-pattern': 'error' },
  },
  // A long table of cases is read case by case.
  {
    files: [...tests, 'tests/**', 'src/**/testing/**'],
    rules: { 'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['src/**/testing/**'], rules: { 'house/linear-pattern': 'off' } },
  {
    files: ['src/app/**'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message: 'src/app/api/call.ts is the only fetch: describe the call in src/contract and use call().',
        },
      ],
    },
  },
  { files: ['src/app/api/**'], rules: { 'no-restricted-globals': 'off' } },
  // Programs whose output is their purpose.
  {
    files: [
      'src/server/{main,cli}.ts',
      'src/server/commands/**',
      'tests/bench/**',
      'tests/e2e/*.ts',
      'tests/house/setup/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: tests,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(only|skip|fixme|todo)$/][callee.object.name=/^(it|test|describe)$/]',
          message: 'Tests are neither skipped nor run alone: finish it or take it out.',
        },
        {
          selector: 'CallExpression[callee.property.name="waitForTimeout"]',
          message: 'Tests do not sleep: wait for the state that the time was meant for.',
        },
      ],
    },
  },
)
