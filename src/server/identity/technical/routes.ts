/** Routes of technical accounts, for administrators. */
import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/accounts/technical.ts';
import type { Actor } from '#domain/access.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { listUsersByName, listWithPassword } from '../queries.ts';
import type { User } from '../users/user.ts';
import { type By, limitNetworks, makeSecret } from './accounts.ts';
import { isTechnicalAccount, listNetworks, listValidSecrets, type TechnicalSecretRow } from './rows.ts';

interface Around {
  readonly networks: ReadonlyMap<number, readonly string[]>;
  readonly withPassword: ReadonlySet<number>;
  readonly secrets: readonly TechnicalSecretRow[];
}

function present(user: User, { networks, withPassword, secrets }: Around): contract.TechnicalAccountAnswer {
  const limits = networks.get(user.id);
  return {
    id: user.id,
    login: user.login,
    fullname: user.fullname,
    activated: user.activated,
    dealers: [...user.hstList],
    networks: limits === undefined ? null : [...limits],
    hasPassword: withPassword.has(user.id),
    secrets: secrets
      .filter(({ user_id }) => user_id === user.id)
      .map((row) => ({
        id: row.id,
        createdBy: row.created_by,
        createdDate: row.created_date.toISOString(),
        endsDate: row.ends_date?.toISOString() ?? null,
        lastUsedDate: row.last_used_date?.toISOString() ?? null,
        lastUsedAddress: row.last_used_address,
      })),
  };
}

export function technicalRoutes(serving: Serving): void {
  const { database, clock } = serving.world;
  const by = (actor: Actor, request: FastifyRequest): By => ({
    ...{ actor, caller: staffActor(actor, request), at: clock.now() },
  });
  const presented = async (): Promise<contract.TechnicalAccountAnswer[]> => {
    const [users, networks, withPassword, secrets] = await Promise.all([
      listUsersByName(database.read, [isTechnicalAccount()]),
      listNetworks(database.read),
      listWithPassword(database.read),
      listValidSecrets(database.read, clock.now()),
    ]);
    return users.map((user) => present(user, { networks, withPassword, secrets }));
  };

  serveStaff(serving, contract.listTechnicalAccounts, presented);

  serveStaff(serving, contract.makeTechnicalSecret, async ({ actor, params, body, request }) => {
    const command = { id: params.id, hours: body.hours };
    const made = await database.transaction((tx) => makeSecret(tx, command, by(actor, request)));
    const told = { security: 'technicalAccount.secretMade', userId: params.id, by: actor.id };
    request.log.warn(told, 'secret of a technical account made');
    return { secret: made.secret, formerSecretEnds: made.formerEnds?.toISOString() ?? null };
  });

  serveStaff(serving, contract.limitTechnicalAccount, async ({ actor, params, body, request }) => {
    const command = { id: params.id, networks: body.networks };
    await database.transaction((tx) => limitNetworks(tx, command, by(actor, request)));
    const told = { security: 'technicalAccount.limited', userId: params.id, by: actor.id };
    request.log.warn(told, 'networks of a technical account changed');
    return (await presented()).find(({ id }) => id === params.id);
  });
}
