/** Unit and server tests: all tests next to their source and in test/, except the browser journeys. Each project is a part of `npm run test:all`. */
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const tests = (folder: string) => [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`];

/** Tests without side effects share one process: starting a process for each file would take longer than the tests. */
const pure = [
  ...['domain', 'formats', 'contract'].flatMap((name) => tests(`src/${name}`)),
  ...tests('test/architecture'),
  'test/architecture.test.ts',
  'test/contract/generated.test.ts',
];

/** Tests that mock modules run isolated: a module that another file has already loaded can no longer be mocked. */
const replacing = ['src/web/**/*.mocks.test.ts', 'src/web/**/*.mocks.test.tsx'];

/** Exhaustive variants, for example a change of each byte of a file: too many for the gate. */
const matrices = ['**/*.matrix.test.ts'];

/** Several servers or connections that share a database: the embedded database has a single connection. */
const onPostgresAlone = ['**/*.postgres.test.ts'];

/** Tests that must pass on both databases: the gate runs them on PostgreSQL, `npm run test:all` on both. */
const onBoth = ['**/*.both.test.ts'];

/** Hundreds of concurrent calls: with a single connection they would wait for each other, so the gate runs them on PostgreSQL. */
const races = tests('test/races');

/** Every call, list and shape of the specification, each success and refusal: takes minutes, so not in the gate. */
const walks = tests('test/specification/walks');

/** Folders of test/ that are too broad or too slow for the gate, by the part that runs them. */
const parts = {
  attacks: ['test/attacks'],
  validation: ['test/validation', 'test/specification'],
  drills: ['test/drills'],
  corpora: ['test/corpora'],
  validators: ['test/validators'],
  packages: ['test/packages'],
} as const;

/** They read nothing but the folder that CORPORA names. */
const withoutCorpora = process.env.CORPORA === undefined ? ['test/corpora/full/**'] : [];
const broad = Object.values(parts).flatMap((folders) => folders.flatMap(tests));

/** Starts the files in test/ first: they are broad and slow, and started last they would leave the other worker idle. */
class BroadFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isBroad = ({ moduleId }: TestSpecification) => Number(moduleId.startsWith(`${import.meta.dirname}/test/`));
    return (await super.sort(files)).toSorted((a, b) => isBroad(b) - isBroad(a));
  }
}

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    environment: 'node',
    // No file mocks a module, and each creates its own server. Loading the product for each file took a third of the time.
    isolate: false,
    globalSetup: ['./test/postgres-setup.ts'],
    include,
    exclude: [...configDefaults.exclude, ...exclude],
  },
});

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    setupFiles: ['./test/chance-setup.ts'],
    // Commands print Italian, as for most operators; their English has separate tests.
    env: { LC_ALL: '', LC_MESSAGES: 'it_IT.UTF-8' },
    pool: 'forks',
    maxWorkers: 2,
    // Tests create many short-lived objects: with the default young generation, garbage collection took 5 % of the time.
    execArgv: ['--max-semi-space-size=64'],
    allowOnly: false,
    sequence: { sequencer: BroadFirst },
    projects: [
      project(
        'server',
        [...tests('src'), ...tests('test'), ...tests('tools')],
        ['src/web/**', 'test/journeys/**', ...pure, ...broad, ...matrices, ...races, ...onPostgresAlone, ...onBoth],
      ),
      project('both', onBoth, ['src/web/**', ...broad]),
      project('races', races),
      { extends: true, test: { name: 'pure', environment: 'node', include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: tests('src/web'),
          exclude: [...configDefaults.exclude, ...replacing],
          // Each file restores what it replaces; a window for each would take six times as long as the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'web-mocks', environment: 'happy-dom', include: replacing } },
      ...Object.entries(parts).map(([name, folders]) =>
        project(name, folders.flatMap(tests), [...matrices, ...onPostgresAlone, ...walks, ...withoutCorpora]),
      ),
      project('walks', walks),
      project('matrices', matrices),
      project('postgres-alone', onPostgresAlone),
    ],
  },
});
