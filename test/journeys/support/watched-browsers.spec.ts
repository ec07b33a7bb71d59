/** Tests the journeys' own checks: everything they must detect is provoked here, and detected. */
import { axeFindings, REDUCED_MOTION, widthOf } from './inspection.ts';
import { address } from './portal-calls.ts';
import { expect, test, Watch } from './watched-browsers.ts';

test('a policy violation, a page error, an external request and an unexpected refusal are detected', async ({
  browser,
}) => {
  const watch = new Watch(address);
  const context = await browser.newContext();
  await watch.attach(context);
  const page = await context.newPage();
  await page.goto('/error/error-v1');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(watch.problems).toEqual([]);

  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://example.invalid/pixel.png';
    document.body.append(image);
  });
  await expect.poll(() => watch.problems.join('\n')).toContain('policy: img-src refused https://example.invalid');
  await page.evaluate(() =>
    queueMicrotask(() => {
      throw new Error('provoked');
    }),
  );
  await expect.poll(() => watch.problems.join('\n')).toContain('page error: Error: provoked');
  await page.evaluate(() => fetch('/api/account'));
  await expect.poll(() => watch.problems.join('\n')).toContain('status of 401');
  watch.expectRefusal(401, /^\/api\/account$/);
  expect(watch.problems.join('\n')).not.toContain('status of 401');
  const elsewhere = await context.newPage();
  await elsewhere.goto(address.replace('127.0.0.1', 'localhost'));
  expect(watch.problems.join('\n')).toContain('foreign call: http://localhost');
  await context.close();
});

test('a page that is too wide, unlabelled or too faint is detected', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await page.goto('/error/error-v1');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await widthOf(page)).toBe(1440);
  await page.evaluate(() => {
    const faint = document.createElement('p');
    faint.textContent = 'Troppo chiaro';
    faint.style.color = '#ccc';
    faint.style.width = '2000px';
    document.querySelector('main')?.append(faint, document.createElement('button'));
  });
  const found = (await axeFindings(page)).join('\n');
  expect(found).toContain('color-contrast: ');
  expect(found).toContain('button-name: ');
  expect(await widthOf(page)).toBeGreaterThan(1440);
});
