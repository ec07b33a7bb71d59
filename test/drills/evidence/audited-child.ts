/**
 * A process of the audit trail's drill: signs a document and is killed at one point between the customer's confirmation
 * and the published file.
 */
import { openStage } from '../../stages/signing-stage.ts';
import { watchKeyUse } from './audited-gate.ts';

const { folder, point, round } = JSON.parse(process.argv[2] ?? '') as { folder: string; point: number; round: number };
const report = (facts: object): void => void process.stdout.write(`${JSON.stringify(facts)}\n`);

const gate = watchKeyUse(async (passed, trail) => {
  // Before a key is used, the trail must contain the reason; otherwise this process exits with 9.
  if (!(await trail()).includes('sign.confirmed')) process.exit(9);
  if (passed === point) process.kill(process.pid, 'SIGKILL');
});
const stage = await openStage({ folder, override: gate.override, workers: true });
const customer = {
  phone: `+39 336${String(round).padStart(7, '0')}`,
  email: `interrotta${round}@example.com`,
};
const { id } = await stage.newDocument({ customer });
const path = await stage.startSigning(id);
const browser = stage.browser();
await browser.read(path);
await browser.post(`${path}/otp`);
const [code, points] = [await stage.code(customer), await stage.points(path)];
gate.startWatching(stage, id);
report({ id });
report({ answered: (await browser.post(`${path}/sign`, { code, points })).statusCode });
await stage.test.world.jobs.drain();
report({ passed: gate.pointCount() });
await stage.close();
