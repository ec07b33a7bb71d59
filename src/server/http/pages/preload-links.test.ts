/** The shell of a page has preload links for the files that the build listed for its address. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { preloadLinks } from './preload-links.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fascicolo-preload-'));
  await mkdir(join(folder, '.vite'));
  const listed = [
    { path: '^/(?:dashboard)?$', files: [{ file: 'assets/dashboard.js', as: 'module' }] },
    {
      path: '^/app/documents/([1-9]\\d{0,14})$',
      files: [
        { file: 'assets/worker.js', as: 'fetch' },
        { file: 'assets/document-page.css', as: 'style' },
        { file: 'assets/document-page.js', as: 'module' },
      ],
    },
  ];
  await writeFile(join(folder, '.vite/landing-files.json'), JSON.stringify(listed));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const linksOf = (...paths: string[]) => Promise.all(paths.map((path) => preloadLinks(folder, path)));

it('lists the files of a landing page', async () => {
  const dashboard = '<link data-rel="modulepreload" crossorigin href="/assets/dashboard.js">';
  expect(await linksOf('/', '/dashboard')).toEqual([dashboard, dashboard]);
});

it('lists worker scripts by URL, and style sheets last', async () => {
  expect(await linksOf('/app/documents/12')).toEqual([
    '<link data-rel="preload" as="fetch" crossorigin href="/assets/worker.js">' +
      '<link data-rel="preload" as="style" fetchpriority="low" crossorigin href="/assets/document-page.css">' +
      '<link data-rel="modulepreload" crossorigin href="/assets/document-page.js">',
  ]);
});

it('lists nothing for other pages, or when the build wrote no list', async () => {
  expect(await linksOf('/app/dossiers', '/app/documents/12/sign', '/logged', '/app/documents/x')).toEqual([
    '',
    '',
    '',
    '',
  ]);
  expect(await preloadLinks(join(folder, 'none'), '/dashboard')).toBe('');
});
