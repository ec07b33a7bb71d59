/** `npm run lower-ceilings`: writes the current figures as ceilings where they are lower, never where they are higher. */
import { writeFileSync } from 'node:fs';
import { ceilingsFile, loweredCeilings, readCeilings, tableOf } from './ceilings.ts';
import { figures } from './figures.ts';
import { project } from './project.ts';

const counts = figures.map((figure) => figure.count(project).now);
const ceilings = loweredCeilings(figures, counts, readCeilings());
writeFileSync(ceilingsFile, `${JSON.stringify(ceilings, null, 2)}\n`);
console.log(tableOf(figures, counts, ceilings));
