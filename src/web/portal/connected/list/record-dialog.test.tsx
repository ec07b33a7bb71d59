/** A record in a dialog over its list is loaded afresh, even when cached. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPage } from '../../../shared/test-page.suite.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { initTexts } from '../../text/language.ts';
import { inPage } from '../act/mount-page.suite.tsx';
import { RecordDialog } from './record-dialog.tsx';

const { show } = testPage();
let client: QueryClient;
const load = vi.fn<() => Promise<string>>();
const query = queryOptions({ queryKey: ['row', 1], queryFn: load, retry: false });

async function open(): Promise<void> {
  await show(
    inPage(
      <RecordDialog query={query} title="Modifica" onClose={() => undefined}>
        {(row) => <p>{row}</p>}
      </RecordDialog>,
      { client },
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(10));
}
const text = () => document.body.textContent ?? '';

beforeEach(async () => {
  vi.useFakeTimers();
  await initTexts('it');
  client = new QueryClient();
  load.mockReset();
});
afterEach(() => vi.useRealTimers());

test('shows a loading state under its title', async () => {
  load.mockImplementation(() => new Promise(() => {}));
  await open();
  expect(text()).toContain('Modifica');
  expect(document.querySelector('[role="status"]')).not.toBeNull();
});
test('does not show data cached before it was opened', async () => {
  client.setQueryData(query.queryKey, 'old');
  load.mockImplementation(() => new Promise(() => {}));
  await open();
  expect(text()).not.toContain('old');
});
test('shows the record once it has loaded', async () => {
  client.setQueryData(query.queryKey, 'old');
  load.mockResolvedValue('new');
  await open();
  expect(text()).toContain('new');
});
test('shows why loading failed, and loads again', async () => {
  load.mockRejectedValueOnce(new ApiFailure(404, {}, null)).mockResolvedValue('new');
  await open();
  const retry = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Riprova');
  await act(async () => retry?.click());
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(text()).toContain('new');
});
