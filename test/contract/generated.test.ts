/** docs/generated matches the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printedPages } from '../../tools/print-docs.ts';

const GENERATED = join(import.meta.dirname, '../../docs/generated');

it.each([...printedPages()])('%s is fresh; else: npm run print-docs', (name, text) => {
  expect(readFileSync(join(GENERATED, name), 'utf8')).toBe(text);
});
