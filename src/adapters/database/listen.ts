/** Receives PostgreSQL notifications on a dedicated connection and reconnects when it breaks. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Silence is normal for a listener, so a vanished host is detected only by a regular query. */
const PING_MS = { every: 10_000, limit: 5_000 };

/** @param onPayload called with each payload, and with null when a lost connection is restored. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string | null) => void,
  check: typeof PING_MS = PING_MS,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let stopped = false;
  const connect = async (): Promise<void> => {
    const candidate = new pg.Client({
      ...config,
      query_timeout: check.limit,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    candidate.on('notification', ({ payload }) => {
      if (!stopped) onPayload(payload ?? '');
    });
    candidate.on('error', () => undefined);
    try {
      await candidate.connect();
      await candidate.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await candidate.end().catch(() => undefined);
      throw error;
    }
    const ended = new AbortController();
    candidate.once('end', () => {
      ended.abort();
      if (!stopped) void reconnect();
    });
    client = candidate;
    void pingRegularly(candidate, ended.signal);
  };
  const pingRegularly = async (pinged: pg.Client, ended: AbortSignal): Promise<void> => {
    try {
      for (;;) {
        await pause(check.every, undefined, { ref: false, signal: ended });
        await pinged.query('SELECT 1');
      }
    } catch {
      // Awaiting a pending answer lets the client end without waiting for the server.
      if (!ended.aborted) await pinged.end().catch(() => undefined);
    }
  };
  const reconnect = async (): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; !stopped; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      await pause(wait, undefined, { ref: false });
      if (stopped) return;
      const isConnected = await connect().then(
        () => true,
        () => false,
      );
      if (stopped) return client?.end();
      if (isConnected) return onPayload(null);
    }
  };
  await connect();
  return async () => {
    stopped = true;
    await client?.end().catch(() => undefined);
  };
}
