/** Only a stalled upload is aborted, however long the whole takes (docs/decisions/0051). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDocument } from '#contract/calls/documents.ts';
import { type ApiFailure, missingAnswerOf } from './failure.ts';
import { askUpload } from './upload.ts';

type Sent = { lengthComputable: boolean; loaded: number; total: number };

/** Behaves like a browser's request: aborting it ends it. */
class Request {
  static newest: Request;
  readonly upload: { onprogress?: (event: Sent) => void; onload?: () => void } = {};
  status = 0;
  response: unknown = null;
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    Request.newest = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  getResponseHeader = () => null;
  abort(): void {
    this.onabort?.();
    this.onloadend?.();
  }
}

let state: string;
/** Starts an upload. */
function begun(): Request {
  state = 'waiting';
  const onFailure = (failure: ApiFailure) => {
    state = String(missingAnswerOf(failure));
  };
  askUpload(createDocument, { body: { folderId: 1, type: 'OTHER', content: 'QQ==' } }, () => undefined).then(() => {
    state = 'answered';
  }, onFailure);
  return Request.newest;
}
const after = async (seconds: number): Promise<string> => {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return state;
};
const leaves = ({ upload }: Request, loaded: number) =>
  upload.onprogress?.({ lengthComputable: true, loaded, total: 100 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an upload continues while bytes are sent, and an incomplete one had no effect', async () => {
  const request = begun();
  for (const part of [10, 20, 30, 40, 50]) {
    expect(await after(25)).toBe('waiting');
    leaves(request, part);
  }
  expect(await after(29)).toBe('waiting');
  expect(await after(1)).toBe('absent');
});

it('a complete upload without a response may have arrived', async () => {
  const request = begun();
  leaves(request, 100);
  request.upload.onload?.();
  expect(await after(59)).toBe('waiting');
  expect(await after(1)).toBe('lost');
});

it('an upload with a response ends its timer', async () => {
  const request = begun();
  request.upload.onload?.();
  Object.assign(request, { status: 201, response: { id: 1 } });
  request.onload?.();
  request.onloadend?.();
  expect(await after(0)).toBe('answered');
  expect(vi.getTimerCount()).toBe(0);
});
