/** Hears notifications of PostgreSQL on a connection of its own, which it makes again when it breaks. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** @param hear called with each payload, and with null once the connection is back after it was lost. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  hear: (payload: string | null) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let stopped = false;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...config, keepAlive: true });
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
    next.once('end', () => {
      if (!stopped) void again();
    });
    client = next;
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
