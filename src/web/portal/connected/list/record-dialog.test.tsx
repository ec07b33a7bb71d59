/** A record in a dialog over its list is loaded afresh, even when cached. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { initTexts } from '../../text/language.ts';
import { RecordDialog } from './record-dialog.tsx';

let root: Root | undefined;
let client: QueryClient;
const load = vi.fn<() => Promise<string>>();
const query = queryOptions({ queryKey: ['row', 1], queryFn: load, retry: false });

async function open(): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  await act(async () =>
    root?.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <RecordDialog query={query} title="Modifica" onClose={() => undefined}>
            {(row) => <p>{row}</p>}
          </RecordDialog>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(10));
}
const text = () => document.body.textContent ?? '';

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  await initTexts('it');
  client = new QueryClient();
  load.mockReset();
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
