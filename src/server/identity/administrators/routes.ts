/** Routes of proposals to appoint administrators (record 0066). */
import type { z } from 'zod';
import * as contract from '#contract/accounts/administrators.ts';
import type { Actor } from '#domain/access.ts';
import { changesCountSince } from '#domain/identity/four-eyes.ts';
import type { Db } from '#ports/database/database.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { findUserById, listUsersByName, workingAs } from '../queries.ts';
import type { User } from '../users/user.ts';
import { logUserChange } from '../users/users.ts';
import { confirmProposal, confirmRefusal, returnProposal } from './proposals.ts';
import { listWaiting, type ProposalRow } from './rows.ts';

interface View {
  /** The caller, and the active administrators. */
  actor: Actor;
  admins: readonly User[];
  since: Date;
  at: Date;
}

async function present(
  db: Db,
  row: ProposalRow,
  { actor, admins, since, at }: View,
): Promise<z.output<typeof contract.administratorProposalAnswer>> {
  const user = await findUserById(db, row.user_id);
  let confirmers = 0;
  for (const admin of admins) {
    if ((await confirmRefusal(db, row, admin, { since, at })) === null) confirmers += 1;
  }
  const refusal = await confirmRefusal(db, row, actor, { since, at });
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    login: user?.login ?? '',
    fullname: user?.fullname ?? '',
    email: user?.email ?? '',
    wanted: { fullname: `${row.wanted.firstName} ${row.wanted.lastName}`, email: row.wanted.email },
    effects: row.effects,
    state: row.state,
    proposedBy: row.proposed_by,
    proposedDate: row.proposed_date.toISOString(),
    expiresDate: row.expires_date.toISOString(),
    decidedBy: row.decided_by,
    decidedDate: row.decided_date?.toISOString() ?? null,
    reason: row.reason,
    refusal,
    confirmers,
  };
}

export function administratorRoutes(serving: Serving): void {
  const { database, clock, settings } = serving.world;
  const viewOf = async (db: Db, actor: Actor): Promise<View> => {
    const at = clock.now();
    const admins = await listUsersByName(db, workingAs('ROLE_ADMIN', {}));
    return { actor, admins, since: changesCountSince(settings.fourEyesDays, at), at };
  };

  serveStaff(serving, contract.listAdministratorProposals, async ({ actor }) => {
    const view = await viewOf(database.read, actor);
    const rows = await listWaiting(database.read, view.at);
    return Promise.all(rows.map((row) => present(database.read, row, view)));
  });

  serveStaff(serving, contract.confirmAdministratorProposal, async ({ actor, params, request }) => {
    const { answer, change } = await database.transaction(async (tx) => {
      const view = await viewOf(tx, actor);
      const command = { actor, caller: staffActor(actor, request), id: params.id, since: view.since, at: view.at };
      const confirmed = await confirmProposal(tx, command);
      return { answer: await present(tx, confirmed.row, view), change: confirmed.change };
    });
    if (change !== null) {
      logUserChange(request.log, actor, change);
      const { id, proposedBy, userId } = answer;
      request.log.warn(
        { security: 'administrator.confirmed', proposal: id, userId, by: actor.id, proposedBy },
        'administrator confirmed',
      );
    }
    return answer;
  });

  serveStaff(serving, contract.returnAdministratorProposal, async ({ actor, params, body, request }) => {
    const answer = await database.transaction(async (tx) => {
      const view = await viewOf(tx, actor);
      const command = { actor, caller: staffActor(actor, request), id: params.id, reason: body.reason, at: view.at };
      return present(tx, await returnProposal(tx, command), view);
    });
    const { id, userId, state } = answer;
    request.log.warn(
      { security: 'administrator.returned', proposal: id, userId, by: actor.id, state },
      'proposal of an administrator returned',
    );
    return answer;
  });
}
