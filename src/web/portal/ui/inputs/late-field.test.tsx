/** A form sent before the code of its first field has loaded. */
import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../shared/eventually.suite.ts';
import { testPage } from '../../../shared/test-page.suite.tsx';
import { focusFirstError } from '../../connected/form/form-messages.tsx';
import { initTexts } from '../../text/language.ts';
import { LateField } from './late-field.tsx';

const page = testPage();
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
let arrive: () => void;

beforeEach(async () => {
  await initTexts('it');
  const { promise, resolve } = Promise.withResolvers<{ default: () => React.ReactNode }>();
  arrive = () => resolve({ default: () => <input aria-label="File" data-path="file" /> });
  const FileField = lazy(() => promise);
  await page.show(
    <MantineProvider>
      <Suspense fallback={<LateField path="file" height={132} />}>
        <FileField />
      </Suspense>
      <input aria-label="Targa" data-path="plate" />
    </MantineProvider>,
  );
});

it('it is as high as the field that will take its place', () => {
  expect(document.querySelector<HTMLElement>('[role="status"]')?.style.minHeight).toBe('132px');
});

it('the first wrong field gets the focus once it is there, not the second', async () => {
  focusFirstError({ plate: true, file: true });
  expect(focused()).toBe('DIV');
  arrive();
  await eventually(() => expect(focused()).toBe('File'));
});

it('a field that was focused meanwhile keeps the focus', async () => {
  focusFirstError({ file: true });
  document.querySelector<HTMLElement>('[data-path="plate"]')?.focus();
  arrive();
  const arrived = () => expect(document.querySelector('[aria-label="File"]')).not.toBeNull();
  await eventually(arrived);
  expect(focused()).toBe('Targa');
});
