import { defineConfig } from 'vitest/config'

// Clients and servers of others, which are installed here only. Each is a process that takes what it takes.
const test = { root: import.meta.dirname, include: ['*.test.mjs'], testTimeout: 30_000 }
const config = defineConfig({ test: { ...test, hookTimeout: 30_000 } })

export { config as default }
