/** Which files a landing page needs beyond those of every page; one table lists these pages. */
import { describe, expect, test } from 'vitest';
import { landingFiles } from './landing-files.ts';
import { landingAt } from './landings.ts';

const manifest = {
  'portal/index.html': { file: 'assets/portal.js', imports: ['_frame.js'], css: ['assets/portal.css'] },
  '_frame.js': { file: 'assets/frame.js' },
  // The two import each other.
  '_work.js': { file: 'assets/work.js', imports: ['_frame.js', 'portal/features/documents/document-page.tsx'] },
  'portal/features/documents/document-page.tsx': {
    file: 'assets/document-page.js',
    imports: ['_frame.js', '_work.js'],
    css: ['assets/document-page.css', 'assets/portal.css'],
  },
  '_viewer.js': { file: 'assets/viewer.js', imports: ['_frame.js'], assets: ['assets/worker.js', 'assets/a.woff2'] },
  'portal/connected/pdf/pdf-viewer.tsx': { file: 'assets/pdf-viewer.js', imports: ['_viewer.js'] },
  'portal/features/dashboard/dashboard.tsx': { file: 'assets/dashboard.js', imports: ['_frame.js'] },
};
const [dashboard, document] = landingFiles(manifest);

describe('the files of a landing page', () => {
  test('are only those of the dashboard', () => {
    expect(dashboard?.files).toEqual([{ file: 'assets/dashboard.js', as: 'module' }]);
  });
  test('include what draws the paper of a document, first its worker’s script', () => {
    expect(document?.files).toEqual([
      { file: 'assets/worker.js', as: 'fetch' },
      { file: 'assets/viewer.js', as: 'module' },
      { file: 'assets/pdf-viewer.js', as: 'module' },
      { file: 'assets/work.js', as: 'module' },
      { file: 'assets/document-page.css', as: 'style' },
      { file: 'assets/document-page.js', as: 'module' },
    ]);
  });
  test('are empty if the build has no such page', () => {
    expect(landingFiles({}).map(({ files }) => files)).toEqual([[], []]);
  });
});

describe('a URL', () => {
  test.each([
    ['/', { name: 'dashboard', id: 0 }],
    ['/dashboard', { name: 'dashboard', id: 0 }],
    ['/app/documents/12', { name: 'document', id: 12 }],
  ])('%s is a landing page', (path, landing) => {
    expect(landingAt(path)).toEqual(landing);
  });
  test.each(['/app/dossiers', '/app/documents/12/sign', '/logged', '/app/documents/x', '/app/documents/0'])(
    '%s is not one',
    (path) => {
      expect(landingAt(path)).toBeNull();
    },
  );
  test('is matched identically by the server, which has only the pattern', () => {
    expect([dashboard, document].map((listed) => new RegExp(listed?.path ?? '').test('/app/documents/7'))).toEqual([
      false,
      true,
    ]);
  });
});
