/** The crawl of the public verifier: each kind of outcome of /verify. */
import {
  foreignSignedFile,
  ownSealedFile,
  pickFile,
  textFile,
  unsignedFile,
  withCoveringAnnotation,
} from '../support/checked-files.ts';
import { inspectPage, inspectPageQuickly, REDUCED_MOTION } from '../support/inspection.ts';
import { expect, test } from '../support/watched-browsers.ts';

test.use({ trace: 'off' });

test('the verification page in each state', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  const own = await ownSealedFile();
  await page.goto('/verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifica di un documento firmato');
  await inspectPage(page, 'verify: choice of a file');
  const outcomes = [
    ['valid', own, inspectPage],
    ['changed', await withCoveringAnnotation(own), inspectPage],
    ['foreign', await foreignSignedFile(), inspectPage],
    ['unsigned', await unsignedFile(), inspectPageQuickly],
    ['no PDF', textFile('fattura.xml', '<?xml version="1.0"?><a/>'), inspectPageQuickly],
  ] as const;
  for (const [name, file, judge] of outcomes) {
    await pickFile(page, file);
    await expect(page.getByRole('button', { name: 'Verifica un altro file' })).toBeVisible();
    if (name === 'valid') await page.getByText('Dettagli tecnici').first().click();
    await judge(page, `verify: ${name}`);
    await page.getByRole('button', { name: 'Verifica un altro file' }).click();
  }
});
