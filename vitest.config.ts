import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.mjs'

const conditions = ['source']
const shared = { ssr: { resolve: { conditions } }, resolve: { conditions } }

// Kinds of tests: of single pieces, of the server over HTTP, of the built program under faults, of whole journeys in a browser or a shell.
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
          // Thrown dice need not fall twice: on the embedded database they have.
          exclude: [
            'apps/server/test/faults/**',
            ...(process.env.TEST_DATABASE_URL ? ['apps/server/test/generative/**'] : []),
          ],
          globalSetup: ['apps/server/test/kit/cluster.ts'],
          // Every suite has a server and a database of its own; to load the program anew for each took a minute.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'faults',
          include: ['apps/server/test/faults/**/*.test.ts'],
          // Programs that are killed and come back in good time have the machine to themselves.
          sequence: { groupOrder: 1 },
        },
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
