import { configDefaults, defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { ClosingLine } from './test/reporter/closing-line.js'

/** Properties of the unit run that the long run tries far more values on. */
const longer = [
  'test/arguments/compiled/compiled-laws.test.ts',
  'test/arguments/rule-schemas.test.ts',
  'test/arguments/rule-patterns.test.ts',
  'test/arguments/rule-laws.test.ts',
  'test/arguments/rule-combinations.test.ts',
  'test/arguments/value-kind-laws.test.ts',
  'test/journal/crash/every-transaction.test.ts',
  'test/journal/states/journal-laws.test.ts',
  'test/manifest/diff-contracts-laws.test.ts',
  'test/schema/projections/projection-laws.test.ts',
]

/** These look at what a process keeps, or let it forget what others rely on. */
const alone = [
  'test/arguments/compiled/*.test.ts',
  'test/arguments/decorators-document.test.ts',
  'test/arguments/rule-*.test.ts',
  'test/schema/ajv-instance.test.ts',
  'test/schema/bounded-pattern.test.ts',
  // What else runs in their process may set a timer, and these count them.
  'test/journal/states/confirm.test.ts',
  'test/registry/cancellation.test.ts',
]

const nest12 = fileURLToPath(new URL('test/nestjs-12/node_modules/', import.meta.url))

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    // Vitest leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          // The sample of tests is run as the tests of a user are, against the built package.
          include: ['test/**/*.test.ts', 'samples/testing/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/**/*.long.test.ts', ...alone],
          // Processes, compilers and disks take what they take on a machine that others use, too.
          testTimeout: 30_000,
          // Half of the run would be imports: files that run in one worker share them.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
        },
      },
      {
        test: {
          name: 'unit-alone',
          include: [...alone],
          exclude: [...configDefaults.exclude, 'test/**/*.long.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/**/*.long.test.ts', ...longer],
          env: { TALLYSTICK_LONG: '1' },
          testTimeout: 10 * 60_000,
        },
      },
      {
        // The nestjs room once more, on the newer Nest, which `npm run test:nestjs-12` installs.
        resolve: { alias: [{ find: /^(?=@nestjs\/|rxjs$)/, replacement: nest12 }] },
        test: {
          name: 'nestjs-12',
          include: ['test/nestjs/**/*.test.ts'],
          env: { TALLYSTICK_NESTJS: '12' },
          testTimeout: 30_000,
        },
      },
      {
        // The container room once more, on the older Inversify that the peer range allows.
        resolve: { alias: { inversify: 'inversify-7' } },
        test: {
          name: 'inversify-7',
          include: ['test/container/**/*.test.ts'],
          setupFiles: ['test/container/inversify-7-names.ts'],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // They run in processes of their own, which are not counted here: test/cli/process.test.ts.
      exclude: ['src/cli/main.ts', 'src/cli/terminal/process-terminal.ts'],
      reporter: [['text', { skipFull: true }], 'html'],
      reportOnFailure: true,
      thresholds: { lines: 95, branches: 95 },
    },
  },
})
