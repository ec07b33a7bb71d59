/** Runs property tests with the seed of the run (chance.ts); fast-check prints the seed with each failure. */
import fc from 'fast-check';
import { testSeed } from './chance.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed() });
