/** A dialog in the address: opened by a link, still open after a reload, closed by Back or by its own code. */
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Link,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPage } from '../../../shared/test-page.suite.tsx';
import { type DialogParam, dialogLink, useDialogParam } from './use-dialog-param.ts';

const { place, show } = testPage();
let history: RouterHistory;
let user: DialogParam;
let form: DialogParam;

function Page() {
  user = useDialogParam('user');
  form = useDialogParam('new', 'replace');
  return <Link {...dialogLink('user', 12)}>Open</Link>;
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(10));
async function visit(...entries: string[]): Promise<void> {
  history = createMemoryHistory({ initialEntries: entries });
  const router = createRouter({
    ...{ routeTree: createRootRoute({ component: Page }), history },
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]));
      return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    },
  });
  await show(<RouterProvider router={router as never} />);
  await settle();
}
const go = async (step: () => void) => {
  await act(async () => step());
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('a dialog is open when the URL contains its parameter, as after a reload', async () => {
  await visit('/?user=12');
  expect(user).toMatchObject({ value: '12', id: 12 });
});
test.each([
  ['', null, null],
  ['?user=', null, null],
  ['?user=new', 'new', null],
  ['?user=-1', '-1', null],
  [`?user=${'9'.repeat(16)}`, '9'.repeat(16), null],
])('reads "%s" as %s with the id %s', async (address, value, id) => {
  await visit(`/${address}`);
  expect(user).toMatchObject({ value, id });
});
test('a dialog opens by a link and keeps other URL parameters', async () => {
  await visit('/?page=2');
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/?page=2&user=12');
});
test('a dialog closes on Back, and leaves no history entry after closing by itself', async () => {
  await visit('/?page=2');
  await go(() => user.open(12));
  expect(history.location.search).toBe('?page=2&user=12');
  await go(() => history.back());
  expect(user.value).toBeNull();
  await go(() => user.open(12));
  await go(() => user.close());
  expect(history.location.search).toBe('?page=2');
  await go(() => history.back());
  expect(user.value).toBeNull();
});
test('a dialog in the page’s own history entry is left with it by Back', async () => {
  await visit('/?before=1', '/?page=2');
  await go(() => form.open());
  expect(form.value).toBe('1');
  await go(() => history.back());
  expect(history.location.search).toBe('?before=1');
});
test('a dialog keeps the state of the history entry, such as the search text of a list', async () => {
  await visit('/');
  await go(() => history.replace('/', { listText: 'greco' }));
  await go(() => user.open(12));
  expect(history.location.state).toMatchObject({ listText: 'greco' });
});
test('a dialog is replaced by another one in one step', async () => {
  await visit('/?page=2');
  await go(() => user.open(12));
  await go(() => user.switchTo('device', 7));
  expect(history.location.search).toBe('?page=2&device=7');
  await go(() => history.back());
  expect(history.location.search).toBe('?page=2');
});
