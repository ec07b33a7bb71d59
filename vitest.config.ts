/** Unit and server tests: everything beside its source and in test/, save the browser journeys. A project is a part of `npm run test:all`. */
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const tests = (folder: string) => [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`];

/** They change nothing outside themselves: one process after another would cost more than all of them. */
const pure = [
  ...['domain', 'formats', 'contract'].flatMap((name) => tests(`src/${name}`)),
  ...tests('test/architecture'),
  'test/architecture.test.ts',
  'test/contract/generated.test.ts',
];

/** Who replaces a module needs modules of its own: what another file has loaded is replaced no more. */
const replacing = ['src/web/**/*.mocks.test.ts', 'src/web/**/*.mocks.test.tsx'];

/** Every byte of a file: hours of looking for what one look would show. */
const matrices = ['**/*.matrix.test.ts'];

/** What happens between servers and connections that share a database: the embedded one has a single connection. */
const onPostgresAlone = ['**/*.postgres.test.ts'];

/** The same promises on either database; the gate has them on PostgreSQL, `npm run test:all` on both. */
const onBoth = ['**/*.both.test.ts'];

/** Hundreds of calls at the same moment: with one connection they wait for each other, so the gate has them on PostgreSQL. */
const races = tests('test/races');

/** Every call of the specification, with success and each refusal: minutes, so not in the gate. */
const walks = ['test/specification/walk.test.ts', 'test/specification/list-calls.test.ts'];

/** Folders of test/ that are too broad or too slow for the gate, by the part that runs them. */
const parts = {
  attacks: ['test/attacks'],
  validation: ['test/validation', 'test/specification'],
  drills: ['test/drills'],
  corpora: ['test/corpora'],
  validators: ['test/validators'],
  packages: ['test/packages'],
} as const;
const broad = Object.values(parts).flatMap((folders) => folders.flatMap(tests));

/** What stands beside no source is broad and takes long: begun last, it would leave the other processor without work. */
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
    // None replaces a module, and each makes a world of its own: to load the product for each file took a third of the time.
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
    // Commands speak Italian to the tests, as to the operators they are for; English has tests of its own.
    env: { LC_ALL: '', LC_MESSAGES: 'it_IT.UTF-8' },
    pool: 'forks',
    maxWorkers: 2,
    // What a test makes lives shortly: with little room for what is new, the collector took a twentieth of all the time.
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
          // Each puts back what it replaces; a window for each file would cost six times the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'web-mocks', environment: 'happy-dom', include: replacing } },
      ...Object.entries(parts).map(([name, folders]) =>
        project(name, folders.flatMap(tests), [...matrices, ...onPostgresAlone, ...walks]),
      ),
      project('walks', walks),
      project('matrices', matrices),
      project('postgres-alone', onPostgresAlone),
    ],
  },
});
