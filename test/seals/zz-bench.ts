import { bench } from '../../src/cli/bench.ts'; await bench(process.argv.slice(2));
