/** Announcements: each belongs to the page on which it was made. */
import { act } from 'react';
import { expect, it } from 'vitest';
import { testPage } from '../../shared/test-page.suite.tsx';
import { LiveRegion, useAnnounce } from './live-region.tsx';

const { place, show } = testPage();
let announce: (text: string) => void;

function Content() {
  announce = useAnnounce();
  return null;
}
const open = (page: string) =>
  show(
    <LiveRegion page={page}>
      <Content />
    </LiveRegion>,
  );
const announced = () => place.querySelector('[role="status"]')?.textContent ?? '';

it('announces a sentence twice when it is said twice', async () => {
  await open('read');
  act(() => announce('Zoom 150%'));
  const first = announced();
  act(() => announce('Zoom 150%'));
  expect(announced().trim()).toBe('Zoom 150%');
  expect(announced()).not.toBe(first);
});

it('is silent on the next page, after the way back, and about what was meant for an earlier page', async () => {
  await open('read');
  const late = announce;
  act(() => announce('Hai raggiunto la fine del documento.'));
  for (const page of ['points', 'done', 'read', 'code']) {
    await open(page);
    expect(announced().trim()).toBe('');
  }
  act(() => late('Codice inviato di nuovo.'));
  expect(announced().trim()).toBe('');
  act(() => announce('Zoom 150%'));
  expect(announced()).toContain('Zoom 150%');
});
