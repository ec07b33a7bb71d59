/** A search waits for a pause and for enough characters. */
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { initTexts, loadTexts } from '../../text/language.ts';
import { SearchBox } from './search-box.tsx';

let root: Root;
let place: HTMLElement;
const onSearch = vi.fn<(text: string) => void>();

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await initTexts('it');
  await loadTexts('list');
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  onSearch.mockReset();
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (value: string) =>
  act(() =>
    root.render(
      <MantineProvider>
        <SearchBox label="Cerca" placeholder="Nome" value={value} shortest={3} onSearch={onSearch} />
      </MantineProvider>,
    ),
  );
const input = () => place.querySelector('input') as HTMLInputElement;
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

describe('a search', () => {
  test('is sent once when typing pauses', () => {
    show('');
    type('fer');
    wait(100);
    type('ferra');
    wait(100);
    expect(onSearch).not.toHaveBeenCalled();
    wait(300);
    expect(onSearch.mock.calls).toEqual([['ferra']]);
  });
  test('is not sent for two characters, with a hint', () => {
    show('');
    type('fe');
    wait(500);
    expect(onSearch).not.toHaveBeenCalled();
    expect(place.textContent).toContain('Scrivi almeno 3 caratteri');
  });
  test('does not count spaces as characters', () => {
    show('');
    type(' f  ');
    wait(500);
    expect(onSearch).not.toHaveBeenCalled();
  });
  test('that becomes too short shows all rows again', () => {
    show('ferrari');
    type('fe');
    wait(500);
    expect(onSearch.mock.calls).toEqual([['']]);
  });
  test('can be cleared from outside', () => {
    show('ferrari');
    show('');
    expect(input().value).toBe('');
  });
  test('keeps typed text when its own response arrives late', () => {
    show('');
    type('ferr');
    wait(300);
    type('ferra');
    show('ferr');
    expect(input().value).toBe('ferra');
  });
});
