/** Staff routes for contacts in doubt, and for numbers used by several people. */
import * as contract from '#contract/signing/contact-checks.ts';
import { listRecurringNumbers } from '#contract/signing/recurring-numbers.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { checkContacts, confirmContact } from './contact-doubts.ts';
import { recurringNumbers } from './recurring-numbers.ts';

export function contactRoutes(serving: Serving): void {
  const { world } = serving;
  const { read } = world.database;

  serveStaff(serving, contract.checkContacts, ({ params, actor }) => checkContacts(read, world, actor, params.id));

  serveStaff(serving, contract.confirmContact, async ({ params, actor, body, request }) => {
    await confirmContact(world, { actor, by: staffActor(actor, request), documentId: params.id, word: body });
    return checkContacts(read, world, actor, params.id);
  });

  serveStaff(serving, listRecurringNumbers, async ({ actor, query, reply }) => {
    const { rows, total } = await recurringNumbers(read, actor, { ...query, now: world.clock.now() });
    void reply.header('x-total-count', String(total));
    return rows;
  });
}
