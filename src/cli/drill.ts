/** `npm run drill -- <name> [rounds]`: the full form of the promises' tests (reliability.md); on loopback, bounded in number. */
import { verifyPdf } from '#formats/verify/index.ts';
import { killDrill } from '../../test/drills/kill.ts';

/** Full target of R-1. */
const KILL_ROUNDS = 500;

async function kill(rounds: number): Promise<boolean> {
  const report = await killDrill(rounds);
  console.log(`kills ${report.kills}, stories ended ${report.stories.length}, hits ${JSON.stringify(report.hits)}`);
  let valid = 0;
  for (const signed of report.signed) {
    const { intact, signatures } = await verifyPdf(signed, { anchors: report.anchors });
    if (intact && signatures.every((one) => one.indication === 'TOTAL-PASSED')) valid += 1;
  }
  console.log(`signed files valid: ${valid} of ${report.signed.length}`);
  return valid === report.signed.length;
}

const DRILLS: Record<string, (rounds: number) => Promise<boolean>> = {
  kill: (rounds) => kill(rounds || KILL_ROUNDS),
};

/** @returns 0 when the promise held, 1 when not, 2 for an unknown drill. */
export async function drill([name = '', rounds = '0']: string[]): Promise<number> {
  const run = DRILLS[name];
  if (run === undefined || !/^\d{1,6}$/.test(rounds)) {
    console.error(`Drills: ${Object.keys(DRILLS).join(', ')}; then the number of rounds`);
    return 2;
  }
  return (await run(Number(rounds))) ? 0 : 1;
}
