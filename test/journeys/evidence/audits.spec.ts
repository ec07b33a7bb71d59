/** Lighthouse on every page: accessibility and best practices at 100. */
import { AuditedBrowser } from '../../lighthouse.ts';
import { everyPage } from '../support/every-page.ts';
import { address, readyPaper, startedPaper } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';

const CATEGORIES = ['accessibility', 'best-practices'] as const;

/** Audits the pages of one user, each by its path. */
async function auditAll(login: string | null, pages: readonly string[]): Promise<void> {
  const browser = await AuditedBrowser.open();
  try {
    if (login) await browser.enter(address, login);
    for (const path of pages) {
      const { scores, complaints, path: shown } = await browser.audit(address + path, 'desktop', CATEGORIES);
      expect(shown, 'the requested page').toBe(new URL(address + path).pathname);
      expect.soft(complaints, path).toEqual([]);
      expect.soft(scores, path).toEqual({ accessibility: 100, 'best-practices': 100 });
    }
  } finally {
    await browser.close();
  }
}

for (const login of ['dealer', 'admin'] as const) {
  test(`the pages of the portal, as ${login}`, async () => {
    test.slow();
    const { known } = await readyPaper(1);
    const own = everyPage(known).filter((page) => page.login === login);
    await auditAll(
      login,
      own.map(({ path }) => path),
    );
  });
}

test('the pages of the signer and those around the sign-in', async () => {
  test.slow();
  const { known } = await startedPaper(1);
  const open = everyPage(known).filter((page) => page.login === null);
  await auditAll(null, [new URL(known.link).pathname, '/verify', '/fea/LE001', ...open.map(({ path }) => path)]);
});
