/** The worker in which a visitor's file is checked: one file in, one answer out; its own policy lets it speak to nobody. */
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
