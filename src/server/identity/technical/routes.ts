/** Routes of technical accounts, for administrators. */
import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/accounts/technical.ts';
import type { Actor } from '#domain/access.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { listUsersByName, listWithPassword } from '../queries.ts';
import type { User } from '../users/user.ts';
import { type CommandContext, createSecret, limitNetworks } from './accounts.ts';
import { isTechnicalAccount, listNetworks, listValidSecrets, type TechnicalSecretRow } from './rows.ts';

interface AccountData {
  readonly networks: ReadonlyMap<number, readonly string[]>;
  readonly withPassword: ReadonlySet<number>;
  readonly secrets: readonly TechnicalSecretRow[];
}

function present(user: User, { networks, withPassword, secrets }: AccountData): contract.TechnicalAccountAnswer {
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
  const contextOf = (actor: Actor, request: FastifyRequest): CommandContext => ({
    ...{ actor, caller: staffActor(actor, request), at: clock.now() },
  });
  const presentAll = async (): Promise<contract.TechnicalAccountAnswer[]> => {
    const [users, networks, withPassword, secrets] = await Promise.all([
      listUsersByName(database.read, [isTechnicalAccount()]),
      listNetworks(database.read),
      listWithPassword(database.read),
      listValidSecrets(database.read, clock.now()),
    ]);
    return users.map((user) => present(user, { networks, withPassword, secrets }));
  };

  serveStaff(serving, contract.listTechnicalAccounts, presentAll);

  serveStaff(serving, contract.makeTechnicalSecret, async ({ actor, params, body, request }) => {
    const command = { id: params.id, hours: body.hours };
    const created = await database.transaction((tx) => createSecret(tx, command, contextOf(actor, request)));
    const logFields = { security: 'technicalAccount.secretMade', userId: params.id, by: actor.id };
    request.log.warn(logFields, 'secret of a technical account created');
    return { secret: created.secret, formerSecretEnds: created.formerEnds?.toISOString() ?? null };
  });

  serveStaff(serving, contract.limitTechnicalAccount, async ({ actor, params, body, request }) => {
    const command = { id: params.id, networks: body.networks };
    await database.transaction((tx) => limitNetworks(tx, command, contextOf(actor, request)));
    const logFields = { security: 'technicalAccount.limited', userId: params.id, by: actor.id };
    request.log.warn(logFields, 'networks of a technical account changed');
    return (await presentAll()).find(({ id }) => id === params.id);
  });
}
