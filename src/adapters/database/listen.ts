/** Receives PostgreSQL notifications on a dedicated connection and reconnects when it breaks. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Silence is normal for a listener, so a vanished host is detected only by a regular query. */
const CHECK_MS = { every: 10_000, limit: 5_000 };

/** @param hear called with each payload, and with null when a lost connection is restored. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  hear: (payload: string | null) => void,
  check: typeof CHECK_MS = CHECK_MS,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let stopped = false;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...config,
      query_timeout: check.limit,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    next.on('notification', ({ payload }) => {
      if (!stopped) hear(payload ?? '');
    });
    next.on('error', () => undefined);
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    const ended = new AbortController();
    next.once('end', () => {
      ended.abort();
      if (!stopped) void again();
    });
    client = next;
    void askAgainAndAgain(next, ended.signal);
  };
  const askAgainAndAgain = async (asked: pg.Client, ended: AbortSignal): Promise<void> => {
    try {
      for (;;) {
        await pause(check.every, undefined, { ref: false, signal: ended });
        await asked.query('SELECT 1');
      }
    } catch {
      // Awaiting a pending answer lets the client end without waiting for the server.
      if (!ended.aborted) await asked.end().catch(() => undefined);
    }
  };
  const again = async (): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; !stopped; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      await pause(wait, undefined, { ref: false });
      if (stopped) return;
      const back = await connect().then(
        () => true,
        () => false,
      );
      if (stopped) return client?.end();
      if (back) return hear(null);
    }
  };
  await connect();
  return async () => {
    stopped = true;
    await client?.end().catch(() => undefined);
  };
}
