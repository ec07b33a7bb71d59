/** docs/generated and deploy/.env.example match the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printedPages } from '../../tools/print-docs.ts';

const ROOT = join(import.meta.dirname, '../..');

it.each([...printedPages()])('%s is up to date; otherwise run: npm run print-docs', (name, text) => {
  expect(readFileSync(join(ROOT, name), 'utf8')).toBe(text);
});
