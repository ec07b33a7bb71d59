/** In every run: a few kills in the middle of creates, edits and deletions; nothing happens twice or by half. */
import { expect, it } from 'vitest';
import { killKeysDrill } from './kill-keys.ts';

const ROUNDS = 10;

it(`an interrupted call happens once when it is repeated with its key: ${ROUNDS} kills`, async () => {
  const { hits, problems } = await killKeysDrill(ROUNDS);
  console.log(JSON.stringify(hits));
  expect(problems).toEqual([]);
  expect(Object.keys(hits).sort()).toEqual(['delete', 'document', 'edit', 'folder', 'wizard']);
}, 300_000);
