/** The worker that checks a visitor's file: one file in, one answer out; its own policy forbids it any connection. */
import { verifyPdf } from '#formats/verify/index.ts';
import type { CheckReady, CheckRequest, CheckResponse } from './check-messages.ts';

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  const respond = (response: CheckResponse): void => postMessage(response);
  verifyPdf(data.bytes, data.trusted).then(
    (verification) => respond({ verification }),
    () => respond({ verification: null }),
  );
});

postMessage('ready' satisfies CheckReady);
