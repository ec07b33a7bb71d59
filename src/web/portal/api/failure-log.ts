/** What failed to be read, for whoever looks for the cause: the newest kept by the tab, each a line of the console (specification §8; docs/decisions/0019). */
import { ApiFailure } from './failure.ts';

export interface LoggedFailure {
  /** ISO 8601. */
  at: string;
  /** Which data: the name of the list and ids alone, never what somebody searched for. */
  what: string;
  /** HTTP status; 0 when no answer came, null when it was no call that failed. */
  status: number | null;
  code: string | null;
  correlationId: string | null;
}

const KEPT = 'fascicolo.failures.v1';
const MOST = 50;

/** Newest first. */
export function failureLog(): readonly LoggedFailure[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function keep(entry: LoggedFailure): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([entry, ...failureLog()].slice(0, MOST)));
  } catch {
    // A full or forbidden storage: the console has it.
  }
}

/** Somebody leaves on purpose. */
export const forgetFailures = (storage: Storage): void => storage.removeItem(KEPT);

export function logFailure(queryKey: readonly unknown[], failure: unknown): void {
  const call = failure instanceof ApiFailure ? failure : null;
  // The session is over: the browser is on its way to the sign-in.
  if (call?.status === 401) return;
  // Behind the name of the list may stand what somebody typed.
  const what = queryKey.filter((part, index) => index === 0 || typeof part === 'number').join(' ');
  const entry: LoggedFailure = {
    ...{ at: new Date().toISOString(), what, status: call?.status ?? null },
    ...{ code: call?.body.code ?? null, correlationId: call?.body.correlationId ?? null },
  };
  keep(entry);
  // A warning: the page goes on and says it itself, so that it is no error of the program.
  console.warn('Fascicolo: not read', JSON.stringify(entry));
}
