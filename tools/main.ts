/** Commands for developers, which a release does not contain: `npm run <command>`. */
const COMMANDS: Record<string, () => Promise<(args: string[]) => Promise<number | undefined>>> = {
  'print-docs': async () => (await import('./print-docs.ts')).printDocs,
  'print-database-types': async () => (await import('./print-database-types.ts')).printDatabaseTypes,
  bench: async () => (await import('./bench/bench.ts')).bench,
  drill: async () => (await import('./drill.ts')).drill,
};

const [name = '', ...args] = process.argv.slice(2);
const load = COMMANDS[name];
if (load === undefined) {
  console.error(`Commands: ${Object.keys(COMMANDS).join(', ')}`);
  process.exit(2);
}
const run = await load();
process.exitCode = (await run(args)) ?? 0;
