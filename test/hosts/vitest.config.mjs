import { defineConfig } from 'vitest/config'

// Projections held against the packages of those who read them, which are installed here only.
const config = defineConfig({ test: { root: import.meta.dirname, include: ['*.test.mjs'] } })

export { config as default }
