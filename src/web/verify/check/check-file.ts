/** Checks a file in a worker of the visitor's own browser, with limits of size and time. */

import { type FileKind, kindOf } from '#formats/detect/file-kind.ts';
import type { Verification } from '#formats/verify/index.ts';
import { isProgramMissing, startWorker } from '../../shared/trusted-worker.ts';
import type { CheckReady, CheckRequest, CheckResponse } from './check-messages.ts';
import workerAddress from './check-worker.ts?worker&url';
import type { TrustAnchors } from './trust-anchors.ts';

/** The largest file that the product accepts (25 MiB), plus room for the signatures that it adds. */
export const MAX_CHECKED_BYTES = 30 * 1_048_576;

/** A phone checks the largest legitimate file in seconds; a file that takes longer was crafted to. */
const TIME_LIMIT_MS = 30_000;

export type Trouble =
  | Exclude<FileKind, 'pdf'>
  | 'tooLarge'
  | 'notReadable'
  | 'insecure'
  | 'tooLong'
  | 'broken'
  | 'away';

export type Outcome = { verification: Verification } | { trouble: Trouble };

export interface RunningCheck {
  outcome: Promise<Outcome>;
  /** Ends the worker; the promise of the outcome then never settles. */
  stop: () => void;
}

export function checkFile(file: File, trusted: TrustAnchors): RunningCheck {
  let stopped = false;
  let stopWorker = (): void => {};
  const run = async (): Promise<Outcome> => {
    if (file.size > MAX_CHECKED_BYTES) return { trouble: 'tooLarge' };
    // Browsers hash and check signatures only on pages loaded over a secure connection.
    if (globalThis.crypto?.subtle === undefined) return { trouble: 'insecure' };
    const buffer = await file.arrayBuffer().catch(() => null);
    if (buffer === null) return { trouble: 'notReadable' };
    const bytes = new Uint8Array(buffer);
    const kind = kindOf(bytes);
    if (kind !== 'pdf') return { trouble: kind };
    return new Promise<Outcome>((resolve) => {
      if (stopped) return;
      const worker = startWorker(workerAddress);
      let timer: ReturnType<typeof setTimeout> | undefined;
      stopWorker = () => {
        clearTimeout(timer);
        worker.terminate();
      };
      const settle = (outcome: Outcome): void => {
        stopWorker();
        resolve(outcome);
      };
      worker.addEventListener('message', ({ data }: MessageEvent<CheckResponse | CheckReady>) => {
        if (data === 'ready') timer = setTimeout(() => settle({ trouble: 'tooLong' }), TIME_LIMIT_MS);
        else settle(data.verification === null ? { trouble: 'broken' } : { verification: data.verification });
      });
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        settle({ trouble: isProgramMissing(event) ? 'away' : 'broken' });
      });
      worker.postMessage({ bytes, trusted } satisfies CheckRequest, [buffer]);
    });
  };
  return {
    outcome: run(),
    stop: () => {
      stopped = true;
      stopWorker();
    },
  };
}
