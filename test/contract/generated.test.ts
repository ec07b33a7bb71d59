/** What is printed from the code, docs/generated and deploy/.env.example, is what the code says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printedPages } from '../../src/cli/print-docs.ts';

const ROOT = join(import.meta.dirname, '../..');

it.each([...printedPages()])('%s is fresh; else: npm run fascicolo -- print-docs', (name, text) => {
  expect(readFileSync(join(ROOT, name), 'utf8')).toBe(text);
});
