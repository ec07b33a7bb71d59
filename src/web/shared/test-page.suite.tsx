/** A place in the page where a test renders components; emptied after each test. */
import { act, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

export function testPage(tag = 'div') {
  const place = document.createElement(tag);
  let root: Root;
  const leave = () => act(async () => root.unmount());
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    document.body.append(place);
    root = createRoot(place);
  });
  afterEach(async () => {
    await leave();
    place.remove();
    vi.unstubAllGlobals();
  });
  /** Renders, and waits for what follows from it. */
  const show = (element: ReactNode): Promise<void> => act(async () => root.render(element));
  const showAtOnce = (element: ReactNode): void => act(() => flushSync(() => root.render(element)));
  return { place, show, showAtOnce, leave };
}
