/** A place in the page where a test renders components; each test has its own. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

interface TestPage {
  place: HTMLElement;
  /** Renders, and waits for what follows from it. */
  show: (element: ReactNode) => Promise<void>;
  leave: () => Promise<void>;
}

export function testPage(tag = 'div'): TestPage {
  let root: Root;
  const page: TestPage = {
    place: document.createElement(tag),
    show: (element) => act(async () => root.render(element)),
    leave: () => act(async () => root.unmount()),
  };
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    page.place = document.body.appendChild(document.createElement(tag));
    root = createRoot(page.place);
  });
  afterEach(async () => {
    await page.leave();
    page.place.remove();
    vi.unstubAllGlobals();
  });
  return page;
}
