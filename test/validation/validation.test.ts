/**
 * The specification's validation rules, one by one: the same examples with the same outcome in the browser's rules and
 * through HTTP.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openPortal, type Portal } from '../portal.ts';
import { CUSTOMER_SEARCHES } from './customer-search.ts';
import { DOCUMENT_EDITS, DOCUMENTS, KEPT_FILES, SIGNED_FILES } from './documents.ts';
import { DOSSIERS, DOSSIERS_UNDER_FES } from './dossiers.ts';
import { FOLDERS, FOLDERS_THAT_DEMAND_ALL } from './folders.ts';
import { ACTIVATIONS, LICENSES, VIDEOS } from './licences-and-videos.ts';
import { SERVICES } from './services.ts';
import { expectAccepted, expectRefused, type ValidationTable } from './table.ts';
import { USERS } from './users.ts';

const TABLES: readonly ValidationTable[] = [
  DOSSIERS,
  DOSSIERS_UNDER_FES,
  FOLDERS,
  FOLDERS_THAT_DEMAND_ALL,
  DOCUMENTS,
  DOCUMENT_EDITS,
  KEPT_FILES,
  SIGNED_FILES,
  USERS,
  ...CUSTOMER_SEARCHES,
  ...SERVICES,
  LICENSES,
  ACTIVATIONS,
  VIDEOS,
];

/** In the gate the server gets only the first accepted example of a rule, and the first one for each code of a refusal. */
const QUICK = process.env.FASCICOLO_LOOK === 'once';

/** Abbreviates long values to their beginning. */
const short = (value: unknown): string => {
  const text = JSON.stringify(value, (_key, member) => (member === undefined ? '(left out)' : member)) ?? 'nothing';
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
};

describe.each(TABLES.map((table) => [table.name, table] as const))('%s', (_name, table) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
    await table.prepare?.(portal);
  });
  afterAll(() => portal.close());

  it('accepts a complete body', () => expectAccepted(table, portal, {}));

  for (const { rule, field, accepted, refused } of table.rules) {
    describe(rule, () => {
      for (const [index, change] of accepted.entries()) {
        it(`accepts ${short(change)}`, () => expectAccepted(table, portal, change, !QUICK || index === 0));
      }
      for (const [index, [change, code]] of refused.entries()) {
        const first = refused.findIndex(([, other]) => other === code) === index;
        it(`refuses ${short(change)}: ${code}`, () =>
          expectRefused(table, portal, { change, field, code }, !QUICK || first));
      }
    });
  }
});
