/** Mounts part of a page for a test, with its own texts, session and query client. */
import { MantineProvider } from '@mantine/core';
import { defaultScheduler, notifyManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import type { Account } from '../../api/answer-types.ts';
import { makeQueryClient } from '../../api/query-client.ts';
import { SessionProvider } from '../../api/session.tsx';
import { initTexts } from '../../text/language.ts';
import { notices } from '../../ui/toast-store.ts';

const DEALER = { id: 1, login: 'dealer', hstList: [], authorities: [], brands: [] } as unknown as Account;

let root: Root | undefined;
let place: HTMLElement;

export async function openPage(): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Render a call's changes before the surrounding `act` ends.
  notifyManager.setScheduler(queueMicrotask);
  localStorage.clear();
  sessionStorage.clear();
  await initTexts('it');
  place = document.body.appendChild(document.createElement('div'));
}

function unload(): void {
  act(() => {
    window.dispatchEvent(new Event('pagehide'));
    root?.unmount();
  });
  root = undefined;
}

export function leavePage(): void {
  unload();
  place.remove();
  notifyManager.setScheduler(defaultScheduler);
  for (const { id } of notices.read().shown) notices.dismiss(id);
  notices.forgetPast();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

interface Surroundings {
  client: QueryClient;
  account?: Account;
}

/** The element inside everything that parts of a page rely on. */
export const inPage = (element: ReactNode, { client, account = DEALER }: Surroundings) => (
  <MantineProvider>
    <QueryClientProvider client={client}>
      <SessionProvider account={account} dealers={[]}>
        {element}
      </SessionProvider>
    </QueryClientProvider>
  </MantineProvider>
);

/** Mounts it afresh, as after a page reload. */
export async function show(element: ReactNode): Promise<QueryClient> {
  unload();
  root = createRoot(place);
  const client = makeQueryClient();
  await act(async () => root?.render(inPage(element, { client })));
  return client;
}

export const buttonOf = (text: string): HTMLButtonElement => {
  const target = [...place.querySelectorAll('button')].find((button) => button.textContent === text);
  if (!target) throw new Error(`There is no button ${text} among ${place.textContent}`);
  return target;
};
export const press = (text: string): Promise<void> => act(async () => buttonOf(text).click());

export const field = (path: string): HTMLInputElement => {
  const found = place.querySelector<HTMLInputElement>(`[data-path="${path}"]`);
  if (!found) throw new Error(`There is no field ${path}`);
  return found;
};
export const type = (path: string, text: string): Promise<void> =>
  act(async () => {
    const input = field(path);
    // React caches the last value set through its own setter: use the native one.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
export const submit = (): Promise<void> =>
  act(async () => {
    place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });

/** The page's readable text, without the style sheets that Mantine adds. */
export const shown = (): string =>
  [...place.querySelectorAll('p, h2, label, button, [role="alert"], .field-error, dialog, form')]
    .map(({ textContent }) => textContent)
    .join(' ');
/** Title and second line of each toast, oldest first. */
export const toasts = (): string[] =>
  notices.read().shown.map(({ title, detail }) => (detail ? `${title} | ${detail}` : title));
