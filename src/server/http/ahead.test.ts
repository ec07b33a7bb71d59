/** What a page's shell names ahead: what its page needs, and nothing that every page fetches anyway. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linksAhead } from './ahead.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fascicolo-ahead-'));
  await mkdir(join(folder, '.vite'));
  const manifest = {
    'portal/index.html': { file: 'assets/portal.js', imports: ['_frame.js'], css: ['assets/portal.css'] },
    '_frame.js': { file: 'assets/frame.js' },
    // The two name each other.
    '_work.js': { file: 'assets/work.js', imports: ['_frame.js', 'portal/features/documents/document-page.tsx'] },
    'portal/features/documents/document-page.tsx': {
      file: 'assets/document-page.js',
      imports: ['_frame.js', '_work.js'],
      css: ['assets/document-page.css', 'assets/portal.css'],
    },
    '_viewer.js': { file: 'assets/viewer.js', imports: ['_frame.js'], assets: ['assets/worker.js', 'assets/a.woff2'] },
    'portal/ui/pdf/pdf-viewer.tsx': { file: 'assets/pdf-viewer.js', imports: ['_viewer.js'] },
    'portal/features/dashboard/dashboard.tsx': { file: 'assets/dashboard.js', imports: ['_frame.js'] },
  };
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const script = (name: string) => `<link data-rel="modulepreload" crossorigin href="/assets/${name}">`;

it('names the files of the page on which people land', async () => {
  const ahead = await linksAhead(folder);
  expect(ahead('/dashboard')).toBe(script('dashboard.js'));
  expect(ahead('/')).toBe(script('dashboard.js'));
});

it('names of a document what draws its paper as well, first the thread’s program by its address', async () => {
  const ahead = await linksAhead(folder);
  const worker = '<link data-rel="preload" as="fetch" crossorigin href="/assets/worker.js">';
  const style = '<link data-rel="preload" as="style" fetchpriority="low" crossorigin href="/assets/document-page.css">';
  const page = `${script('work.js')}${style}${script('document-page.js')}`;
  expect(ahead('/app/documents/12')).toBe(`${worker}${script('viewer.js')}${script('pdf-viewer.js')}${page}`);
  expect(ahead('/dashboard')).not.toContain(worker);
});

it('names nothing for other pages, nor where the build has left no list', async () => {
  const ahead = await linksAhead(folder);
  expect(['/app/dossiers', '/app/documents/12/sign', '/logged', '/app/documents/x'].map(ahead)).toEqual([
    '',
    '',
    '',
    '',
  ]);
  expect((await linksAhead(join(folder, 'none')))('/dashboard')).toBe('');
});
