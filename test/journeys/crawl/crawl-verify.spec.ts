/** The crawl of the public verifier: each kind of outcome of /verify. */
import { bring, foreignFile, ownFile, textFile, unsignedFile, withCover } from '../support/checked-files.ts';
import { CALM, glance, look } from '../support/inspection.ts';
import { expect, test } from '../support/visitors.ts';

test.use({ trace: 'off' });

test('the verification page in each state', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(CALM);
  const own = await ownFile();
  await page.goto('/verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifica di un documento firmato');
  await look(page, 'verify: choice of a file');
  const outcomes = [
    ['valid', own, look],
    ['changed', await withCover(own), look],
    ['foreign', await foreignFile(), look],
    ['unsigned', await unsignedFile(), glance],
    ['no PDF', textFile('fattura.xml', '<?xml version="1.0"?><a/>'), glance],
  ] as const;
  for (const [name, file, judge] of outcomes) {
    await bring(page, file);
    await expect(page.getByRole('button', { name: 'Verifica un altro file' })).toBeVisible();
    if (name === 'valid') await page.getByText('Dettagli tecnici').first().click();
    await judge(page, `verify: ${name}`);
    await page.getByRole('button', { name: 'Verifica un altro file' }).click();
  }
});
