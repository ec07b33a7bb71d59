/** Mantine's style sheets of the frame are loaded once: loaded again with a page they would follow our own and override them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const portal = join(import.meta.dirname, '../src/web/portal');
const sheetsIn = (file: string): string[] =>
  [...readFileSync(join(portal, file), 'utf8').matchAll(/@mantine\/core\/styles\/([\w-]+)\.css/g)].map(
    ([, name = '']) => name,
  );

test('no page loads a style sheet that the frame has loaded', () => {
  const frame = new Set(sheetsIn('ui/mantine.css'));
  expect(frame.size).toBeGreaterThan(10);
  const again = globSync('**/*.{ts,tsx,css}', { cwd: portal })
    .filter((file) => file !== join('ui', 'mantine.css'))
    .flatMap((file) =>
      sheetsIn(file)
        .filter((name) => frame.has(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(again).toEqual([]);
});
