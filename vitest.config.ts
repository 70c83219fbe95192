import { defineConfig } from 'vitest/config'

const conditions = ['source']
const shared = { ssr: { resolve: { conditions } }, resolve: { conditions } }

// Kinds of tests: of single pieces, of the server over HTTP, of the built program under faults, of whole journeys in a browser or a shell.
export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          // As the build of the console has it.
          env: { BASE_URL: '/ui/' },
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          // Generated cases and real databases take their time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'api',
          include: ['apps/server/test/**/*.test.ts'],
          exclude: ['apps/server/test/faults/**'],
          globalSetup: ['apps/server/test/kit/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: { name: 'faults', include: ['apps/server/test/faults/**/*.test.ts'] },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          // A browser on a busy machine may miss a beat; what fails three times is broken.
          retry: 2,
          globalSetup: ['apps/server/test/kit/cluster.ts', 'tools/stage.mjs'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
