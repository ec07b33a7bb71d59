/** Properties are tried with the seed of the run (chance.ts); fast-check prints it with what it found. */
import fc from 'fast-check';
import { testSeed } from './chance.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed() });
