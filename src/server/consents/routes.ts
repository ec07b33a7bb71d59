/** Routes for a customer's consents. */
import * as contract from '#contract/consents.ts';
import { staffActor } from '../http/request/caller.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { readConsents, resendFailedPushes, withdrawConsents } from './commands.ts';

export function consentRoutes(serving: Serving): void {
  const { world } = serving;

  serveStaff(serving, contract.getConsents, ({ actor, params }) => readConsents(world, actor, params.id));

  serveStaff(serving, contract.withdrawConsents, ({ actor, params, body, request }) =>
    withdrawConsents(world, { actor, id: params.id, input: body, by: staffActor(actor, request) }),
  );

  serveStaff(serving, contract.pushConsents, ({ actor, params }) => resendFailedPushes(world, actor, params.id));
}
