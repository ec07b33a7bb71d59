/** The widths at which lists and frame change. */
import { openPageAs } from '../administration/registry-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

test('lists and frame change their layout exactly at 544, 768, 992 and 1200 px', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', '/app/dossiers');
  const headers = page.getByRole('table', { name: 'Clienti' }).getByRole('columnheader');
  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  const opener = page.getByRole('button', { name: 'Apri il menu' });
  const [narrow, medium, large] = [
    ['Cliente', 'Cellulare'],
    ['Cliente', 'Concessionaria', 'Cellulare', 'Stato RSP'],
    ['Cliente', 'Concessionaria', 'Cellulare', 'Stato RSP', 'Ultima modifica'],
  ];
  const wide = ['Cliente', 'Concessionaria', 'Cellulare', 'Città', 'Stato RSP', 'Ultima modifica'];
  const all = [
    ...['Cliente', 'Concessionaria', 'Cellulare', 'Città', 'Origine', 'Cartelle'],
    ...['Stato RSP', 'Ultima modifica'],
  ];
  for (const [width, columns, besides] of [
    [543, null, false],
    [544, narrow, false],
    [767, narrow, false],
    [768, medium, false],
    [991, medium, false],
    [992, large, true],
    [1199, large, true],
    [1200, wide, true],
    [1365, wide, true],
    [1366, all, true],
  ] as const) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      if (columns === null) {
        await expect(page.getByRole('list', { name: 'Clienti' })).toBeVisible();
        await expect(headers).toHaveCount(0);
      } else {
        await expect(headers.filter({ visible: true })).toHaveText([...columns, 'Apri']);
        await expect(page.getByRole('list', { name: 'Clienti' })).toHaveCount(0);
      }
      await expect(menu).toHaveCount(besides ? 1 : 0);
      await expect(opener).toHaveCount(besides ? 0 : 1);
    });
  }
});
