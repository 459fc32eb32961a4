import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/reporter/closing-line.js'

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.long.test.ts'],
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/**/*.long.test.ts'],
          testTimeout: 10 * 60_000,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
      thresholds: { lines: 95, branches: 95, functions: 95, statements: 95 },
    },
  },
})
