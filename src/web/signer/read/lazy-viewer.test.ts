/** Why the viewer could not open a document. */
import { afterEach, expect, it, vi } from 'vitest';
import { openDocument } from './lazy-viewer.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Fails on the first message. */
const stubFailingWorker = (failure: () => Event) =>
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        queueMicrotask(() => this.dispatchEvent(failure()));
      }
      terminate() {}
    },
  );

const opening = () => openDocument(new TextEncoder().encode('%PDF-1.7'));

it('a program that does not load is a lost connection, which can be retried, not a fault of the browser', async () => {
  stubFailingWorker(() => new Event('error'));
  await expect(opening()).rejects.toMatchObject({ trouble: 'network' });
  await expect(opening()).rejects.toMatchObject({ trouble: 'network' });
});

it('a program that stops with an error is an unsupported viewer', async () => {
  stubFailingWorker(() => new ErrorEvent('error'));
  await expect(opening()).rejects.toMatchObject({ trouble: 'viewer' });
});
