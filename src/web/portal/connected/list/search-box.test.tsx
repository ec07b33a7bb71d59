/** A search waits for a pause and for enough characters. */
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testPage } from '../../../shared/test-page.suite.tsx';
import { initTexts, loadTexts } from '../../text/language.ts';
import { SearchBox } from './search-box.tsx';

const page = testPage();
const onSearch = vi.fn<(text: string) => void>();

beforeEach(async () => {
  await initTexts('it');
  await loadTexts('list');
  vi.useFakeTimers();
  onSearch.mockReset();
});
afterEach(() => vi.useRealTimers());

const show = (value: string) =>
  page.show(
    <MantineProvider>
      <SearchBox label="Cerca" placeholder="Nome" value={value} shortest={3} onSearch={onSearch} />
    </MantineProvider>,
  );
const input = () => page.place.querySelector('input') as HTMLInputElement;
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

describe('a search', () => {
  test('is sent once when typing pauses', async () => {
    await show('');
    type('fer');
    wait(100);
    type('ferra');
    wait(100);
    expect(onSearch).not.toHaveBeenCalled();
    wait(300);
    expect(onSearch.mock.calls).toEqual([['ferra']]);
  });
  test('is not sent for two characters, with a hint', async () => {
    await show('');
    type('fe');
    wait(500);
    expect(onSearch).not.toHaveBeenCalled();
    expect(page.place.textContent).toContain('Scrivi almeno 3 caratteri');
  });
  test('does not count spaces as characters', async () => {
    await show('');
    type(' f  ');
    wait(500);
    expect(onSearch).not.toHaveBeenCalled();
  });
  test('that becomes too short shows all rows again', async () => {
    await show('ferrari');
    type('fe');
    wait(500);
    expect(onSearch.mock.calls).toEqual([['']]);
  });
  test('can be cleared from outside', async () => {
    await show('ferrari');
    await show('');
    expect(input().value).toBe('');
  });
  test('keeps typed text when its own response arrives late', async () => {
    await show('');
    type('ferr');
    wait(300);
    type('ferra');
    await show('ferr');
    expect(input().value).toBe('ferra');
  });
});
