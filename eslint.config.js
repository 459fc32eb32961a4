import tseslint from 'typescript-eslint'
import { maxLinesPerFunction } from './test/lint/max-lines-per-function.js'

const programs = ['test/**/*.ts', 'samples/**/*.ts', 'bench/**/*.ts']

/** Syntax that the house style leaves out everywhere. */
const unwantedEverywhere = [
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Export by name, so that a thing has one name everywhere.',
  },
]

/** Syntax that the house style leaves out of the library; tests declare enums because users do. */
const unwantedInSrc = [
  ...unwantedEverywhere,
  { selector: 'TSEnumDeclaration', message: 'Use a string union with an `as const` table.' },
  {
    selector:
      ':function > Identifier.params[typeAnnotation.typeAnnotation.type="TSBooleanKeyword"]',
    message: 'A boolean parameter does not read at the call. Use two functions or a named option.',
  },
  {
    selector: ':function > AssignmentPattern.params[right.raw=/^(true|false)$/]',
    message: 'A boolean parameter does not read at the call. Use two functions or a named option.',
  },
]

const shape = {
  // An exhaustive switch over a union is one decision.
  complexity: ['error', { max: 10, variant: 'modified' }],
  'max-depth': ['error', 3],
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'no-nested-ternary': 'error',
  'max-params': ['error', 3],
  'house/max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
}

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      'coverage/',
      '.tmp/',
      'test/consumers/projects/',
      'test/jest/*.ts',
      'templates/',
    ],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { house: { rules: { 'max-lines-per-function': maxLinesPerFunction } } },
    rules: {
      ...shape,
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...unwantedEverywhere],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // `return this.#refuse(…)` is the early return of a function that returns nothing.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...unwantedInSrc] },
  },
  {
    // A module of Nest is a class that holds little but its decorator, and its options are typed as classes.
    files: ['src/nestjs/**/*.ts', 'test/nestjs/**/*.ts', 'samples/nestjs/**/*.ts'],
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    // What node:test gives back is awaited by its runner.
    files: ['samples/**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
  {
    files: programs,
    rules: {
      // A tool class may be no more than its decorator and one method.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // `async call()` is how a tool body is written, whether or not it awaits.
      '@typescript-eslint/require-await': 'off',
      // Numbers read well in titles and output.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Exported tool classes and fixtures have inferred types that no other package reads.
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Tool classes declared for their definition problems, not to be used.
      '@typescript-eslint/no-extraneous-class': 'off',
      // The parameters of a table's callback are the columns of the table.
      'max-params': ['error', 5],
      // The matchers of vitest are typed with any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // Matchers are declared by adding to an interface of the test runner, whose parameters have to be repeated.
    files: ['samples/testing/*.ts', 'test/testing/*.ts'],
    rules: {
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^T$' }],
    },
  },
  {
    // A sample and a benchmark are programs that print.
    files: ['samples/**/*.ts', 'bench/**/*.ts', '**/*.{js,mjs,cjs}'],
    rules: { 'no-console': 'off' },
  },
  {
    // Tools read their configuration from the default export.
    files: ['*.config.{js,ts}', 'test/reporter/fixtures/vitest.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
