/** Route on the state of the installation, for administrators. */
import * as contract from '#contract/installation/first-steps.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { stepsOf } from './steps.ts';

export function firstStepsRoutes(serving: Serving): void {
  serveStaff(serving, contract.getFirstSteps, async () => ({ steps: await stepsOf(serving.world) }));
}
