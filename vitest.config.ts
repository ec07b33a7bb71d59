/** Unit and server tests: everything beside its source and in test/, save the browser journeys. */
import { configDefaults, defineConfig } from 'vitest/config';

/** Files that this run leaves to another one (scripts/test.mjs). */
const without = process.env.FASCICOLO_TEST_WITHOUT?.split(',') ?? [];

/** They change nothing outside themselves: one process after another would cost more than all of them. */
const pure = ['domain', 'formats', 'contract'].map((name) => `src/${name}/**/*.test.ts`);

/** Who replaces a module needs modules of its own: what another file has loaded is replaced no more. */
const replacing = ['src/web/**/*.mocks.test.ts', 'src/web/**/*.mocks.test.tsx'];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'src/web/**', 'test/journeys/**', ...pure, ...without],
          globalSetup: ['./test/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: pure,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, ...replacing],
          // Each puts back what it replaces; a window for each file would cost six times the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web-mocks',
          environment: 'happy-dom',
          include: replacing,
        },
      },
    ],
  },
});
