/** The worker that checks a visitor's file: one file in, one answer out; its own policy forbids it any connection. */
import { verifyPdf } from '#formats/verify/index.ts';
import type { CheckAnswer, CheckQuestion, CheckReady } from './check-messages.ts';

addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  const answer = (told: CheckAnswer): void => postMessage(told);
  verifyPdf(data.bytes, data.trusted).then(
    (verification) => answer({ verification }),
    () => answer({ verification: null }),
  );
});

postMessage('ready' satisfies CheckReady);
