/** Logs failed reads for diagnosis: the tab keeps the newest, and each is a line of the console (docs/decisions/0019). */
import { ApiFailure } from './failure.ts';

export interface LoggedFailure {
  /** ISO 8601. */
  at: string;
  /** Which data: only the list's name and ids, never search terms. */
  what: string;
  /** HTTP status; 0 when no answer arrived, null when the failure was not in a call. */
  status: number | null;
  code: string | null;
  correlationId: string | null;
}

const STORAGE_KEY = 'fascicolo.failures.v1';
const MAX_ENTRIES = 50;

/** Newest first. */
export function failureLog(): readonly LoggedFailure[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function storeEntry(entry: LoggedFailure): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([entry, ...failureLog()].slice(0, MAX_ENTRIES)));
  } catch {
    // If storage is full or forbidden, the console still has it.
  }
}

/** Called on a deliberate sign-out. */
export const clearFailureLog = (storage: Storage): void => storage.removeItem(STORAGE_KEY);

export function logFailure(queryKey: readonly unknown[], failure: unknown): void {
  const call = failure instanceof ApiFailure ? failure : null;
  // The session has ended, and the browser is on its way to sign-in.
  if (call?.status === 401) return;
  // Other parts of the key may contain user input.
  const what = queryKey.filter((part, index) => index === 0 || typeof part === 'number').join(' ');
  const entry: LoggedFailure = {
    ...{ at: new Date().toISOString(), what, status: call?.status ?? null },
    ...{ code: call?.body.code ?? null, correlationId: call?.body.correlationId ?? null },
  };
  storeEntry(entry);
  // A warning instead of an error: the page handles and shows the failure.
  console.warn('Fascicolo: not read', JSON.stringify(entry));
}
