import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.mjs'

/** What says the same on any database, or has had its dice thrown on the embedded one. */
const ONCE = [
  'apps/server/test/clusters/**',
  'apps/server/test/generative/**',
  'apps/server/test/golden/access.test.ts',
  ...(process.env.THOROUGH
    ? []
    : ['engine/endless', 'engine/sheets', 'engine/every-resource', 'api/login*', 'api/users*', 'api/settings*']
  ).map((name) => `apps/server/test/${name}.test.ts`),
]

const conditions = ['source']
// A test that hangs ends some time; how long a good one takes on a busy machine says nothing.
// What fails is tried once more, and the report says so: a starved machine cuts connections that a test did not mean to cut.
const patience = { testTimeout: 600_000, hookTimeout: 600_000, retry: 1 }
const shared = { ssr: { resolve: { conditions } }, resolve: { conditions } }

// Kinds of tests: of single pieces, of the gateway with real clients and targets, of the server over HTTP, of the built program under faults, of whole journeys in a browser or a shell.
export default defineConfig({
  ...shared,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          // As the build of the console has it.
          env: { BASE_URL: '/ui/' },
          // To load what is under test anew for each file took four times as long as the tests.
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'gateway',
          include: ['apps/gateway/test/**/*.test.ts'],
          isolate: false,
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'api',
          include: ['apps/server/test/**/*.test.ts'],
          exclude: ['apps/server/test/faults/**', ...(process.env.TEST_DATABASE_URL ? ONCE : [])],
          globalSetup: ['apps/server/test/kit/cluster.ts'],
          // Every suite has a server and a database of its own; to load the program anew for each took a minute.
          isolate: false,
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'faults',
          include: ['apps/server/test/faults/**/*.test.ts', 'e2e/faults/**/*.test.ts'],
          // Programs that are killed and come back in good time have the machine to themselves.
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          isolate: false,
          // A browser on a busy machine may miss a beat; what fails three times is broken.
          globalSetup: ['apps/server/test/kit/cluster.ts', 'tools/stage.mjs'],
          ...patience,
          retry: 2,
        },
      },
    ],
  },
})
