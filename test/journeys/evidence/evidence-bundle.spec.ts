/**
 * The evidence bundle on the document's page: refused with its reason before the signature, complete immediately
 * afterwards, verified by its own manual.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readZipFiles } from '#server/http/response/workbook-read.suite.ts';
import { action, downloadDuring, moreActions, openDocument } from '../desk/document-pages.ts';
import { WHOLE_BROWSER } from '../support/browser.ts';
import { startedPaper } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';

// The trail opens in a separate tab.
test.use({ launchOptions: WHOLE_BROWSER });

const BUNDLE = 'Scarica il pacchetto prove (ZIP)';

test('a waiting document shows why it has no bundle, and its evidence trail so far', async ({ visitors }) => {
  const page = await visitors.desk();
  const story = await startedPaper(1);
  await openDocument(page, story.known.documentId);
  const menu = await moreActions(page);
  const refused = menu.getByRole('menuitem', { name: BUNDLE });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await expect(refused).toContainText('Pacchetto prove non disponibile: il documento non è ancora firmato.');
  const answer = page.waitForResponse('**/audit/download');
  const tab = page.waitForEvent('popup');
  await menu.getByRole('menuitem', { name: 'Tracciato provvisorio' }).click();
  expect((await answer).headers()['content-disposition']).toContain('- tracciato provvisorio.pdf"');
  await (await tab).close();
});

test('a signed document provides the bundle, which its own manual verifies', async ({ visitors }) => {
  const page = await visitors.desk();
  const story = await startedPaper(1);
  await story.runToEnd();
  await openDocument(page, story.known.documentId);
  const { name, bytes } = await downloadDuring(page, () => action(page, BUNDLE).click());
  expect(name).toMatch(/^Preventivo – .+ – \d+ – prove\.zip$/);
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-bundle-'));
  try {
    for (const [file, content] of readZipFiles(bytes)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), content);
    }
    const manual = await readFile(join(folder, 'LEGGIMI.md'), 'utf8');
    const blocks = [...manual.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
    const output = execFileSync('sh', { cwd: folder, input: blocks.join('\n'), encoding: 'utf8', stdio: 'pipe' });
    expect(output.match(/^OK \d$/gm)).toEqual(['OK 1', 'OK 2', 'OK 3', 'OK 4', 'OK 5', 'OK 6', 'OK 7']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
