/** Routes of account, roles, login by password and single sign-on. */
import { forgotPassword, getAccount, listAuthorities, login, register } from '#contract/identity.ts';
import { Refusal } from '#domain/errors.ts';
import { ROLES } from '#domain/identity/roles.ts';
import { type Serving, serveOpen, serveStaff } from '../http/route.ts';
import { administratorRoutes } from './administrators/routes.ts';
import { findUserById } from './queries.ts';
import { logIn } from './sign-ins/password-login.ts';
import { signInRoutes } from './sign-ins/sign-in.ts';
import { technicalRoutes } from './technical/routes.ts';
import { userRoutes } from './users/routes.ts';
import { presentAccount } from './users/user.ts';

export function identityRoutes(serving: Serving): void {
  const { world } = serving;
  serveStaff(serving, getAccount, async ({ actor }) => {
    const user = await findUserById(world.database.read, actor.id);
    if (user === undefined) throw new Refusal('session.expired');
    return presentAccount(user);
  });
  serveStaff(serving, listAuthorities, async () => [...ROLES]);
  serveOpen(serving, login, async ({ body, request }) => ({ token: await logIn(world, body, request) }));
  for (const endpoint of [register, forgotPassword]) {
    serveOpen(serving, endpoint, async () => {
      throw new Refusal('login.notHere');
    });
  }
  userRoutes(serving);
  administratorRoutes(serving);
  technicalRoutes(serving);
  signInRoutes(serving);
}
