/** The project that the architecture tests check, read once for all of them. */
import { join } from 'node:path';
import { readProject } from './sources.ts';

export const root = join(import.meta.dirname, '../..');
export const project = readProject(root);
