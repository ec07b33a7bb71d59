/** Resolves logins, which rows name as authors, to people's names. */
import { useQuery } from '@tanstack/react-query';
import type { EventRow } from '../api/answer-types.ts';
import { namesQuery } from '../api/queries.ts';
import { useSession } from '../api/session.tsx';

/** The evidence trail stores the actor as recorded at the time: a login for staff, a name for a signer. */
const isLogin = (text: string | null): text is string => text !== null && /^[\w.@-]+$/.test(text);

/** A list shows no more rows than this, and the call accepts no more (contract `nameCoworkers`). */
const MAX_NAMES = 50;

/**
 * @param logins logins in the visible rows; null where the person is unknown.
 * @returns a function from a login to a name: null while it is loading, the login itself when it has no name that
 * may be shown.
 */
export function useNames(logins: readonly (string | null)[]): (login: string | null) => string | null {
  const { account } = useSession();
  const ownEntry = [account.login, account.fullname] as const;
  const asked = [...new Set(logins)].filter((login): login is string => login !== null && login !== ownEntry[0]).sort();
  const answer = useQuery(namesQuery(asked.slice(0, MAX_NAMES)));
  const names = new Map([ownEntry, ...(answer.data ?? []).map(({ login, fullname }) => [login, fullname] as const)]);
  return (login) => {
    if (login === null) return null;
    return names.get(login) ?? (answer.isPending && asked.includes(login) ? null : login);
  };
}

/** @returns the user's own login, to compare with a row's author. */
export const useOwnLogin = (): string => useSession().account.login;

/** @param events of one trail. @returns who acted in an event, as {@link useNames} gives it. */
export function useActors(events: readonly EventRow[]): (event: EventRow) => string | null {
  const named = useNames(events.map(({ actorName }) => (isLogin(actorName) ? actorName : null)));
  return ({ actorName }) => (isLogin(actorName) ? named(actorName) : actorName);
}
