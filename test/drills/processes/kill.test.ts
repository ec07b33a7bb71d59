/** In every run: twenty kills in the middle of the story lose nothing that was acknowledged. */
import { describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { killDrill } from './kill.ts';

const ROUNDS = 20;

describe('a server killed during the story', () => {
  it(`keeps every acknowledged step over ${ROUNDS} restarts, and the story ends with one valid file each`, async () => {
    const report = await killDrill(ROUNDS);
    console.log(`kills ${report.kills}, stories ended ${report.stories.length}, hits ${JSON.stringify(report.hits)}`);
    expect(report.kills).toBe(ROUNDS);
    for (const signed of report.signed) {
      const verification = await verifyPdf(signed, { anchors: report.anchors });
      expect(verification.intact).toBe(true);
      expect(verification.signatures.map((signature) => signature.indication)).toEqual([
        'TOTAL-PASSED',
        'TOTAL-PASSED',
      ]);
    }
  }, 600_000);
});
