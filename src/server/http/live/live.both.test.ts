/** Live updates over a real connection: committed changes reach only users who may see them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { dossierSubject, record } from '#server/evidence/index.ts';
import { ownPort } from '../../../../test/hosts/server-process.ts';
import { openPortal, type Portal } from '../../../../test/portal.ts';
import { newActivation, newTablet } from '../../../../test/stages/tablets.ts';

let portal: Portal;
let address: string;
beforeAll(async () => {
  const port = await ownPort();
  address = `http://127.0.0.1:${port}`;
  portal = await openPortal({
    override: ({ settings }) => ({
      settings: { ...settings, allowedHosts: [...settings.allowedHosts, `127.0.0.1:${port}`] },
    }),
  });
  await portal.app.listen({ port, host: '127.0.0.1' });
});
afterAll(() => portal.close());

interface Heard {
  event: string;
  data: Record<string, unknown>;
}

/** One open stream of a user. */
class Listener {
  readonly heard: Heard[] = [];
  ended = false;
  private waiting: (() => void)[] = [];
  private readonly abort = new AbortController();

  static async open(login: string): Promise<Listener> {
    const listener = new Listener();
    const answer = await fetch(`${address}/api/events`, {
      headers: { authorization: `Bearer ${await portal.token(login)}` },
      signal: listener.abort.signal,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    void listener.read(answer.body as ReadableStream<Uint8Array>);
    await listener.until(({ event }) => event === 'ready');
    return listener;
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    try {
      for await (const part of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
        text += part;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
          if (event && data) this.heard.push({ event, data: JSON.parse(data) });
          text = text.slice(end + 2);
          for (const wake of this.waiting.splice(0)) wake();
        }
      }
    } catch {
      // Disconnecting ends the reading.
    }
    this.ended = true;
    for (const wake of this.waiting.splice(0)) wake();
  }

  async until(matches: (heard: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(matches);
      if (found) return found;
      if (this.ended) throw new Error(`The stream ended after ${JSON.stringify(this.heard)}`);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Resolves when the server ends the stream. */
  async ending(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.abort.abort();
  }
}

/** A document of a new customer, created by `login`. */
async function newDocument(login = 'dealer', customer: Record<string, unknown> = {}) {
  const folderId = await portal.newFolder(login, {}, customer);
  const id = await portal.newDocument(folderId, { type: 'SALE_NEW_RFO' }, login);
  const { dossierId } = (await portal.callAs(login, 'GET', `/api/folders/${folderId}`)).json<{ dossierId: number }>();
  return { id, folderId, dossierId };
}

describe('live updates', () => {
  it('report a new customer, folder and document, and each change, with only ids and status', async () => {
    const dealer = await Listener.open('dealer');
    const made = await newDocument();
    const created = await dealer.until(({ data }) => data.entity === 'document' && data.kind === 'created');
    expect(created).toEqual({
      event: 'change',
      data: {
        ...{ entity: 'document', id: made.id, kind: 'created', status: 'READY_TO_SIGN' },
        ...{ folderId: made.folderId, dossierId: made.dossierId },
      },
    });
    await dealer.until(({ data }) => data.entity === 'folder' && data.id === made.folderId);
    await dealer.until(({ data }) => data.entity === 'dossier' && data.id === made.dossierId);
    await portal.callAs('dealer', 'POST', `/api/documents/${made.id}/take-back`, {});
    await dealer.until(({ data }) => data.entity === 'document' && data.id === made.id && data.status === 'DRAFT');
    await portal.callAs('dealer', 'DELETE', `/api/documents/${made.id}`);
    await dealer.until(({ data }) => data.id === made.id && data.kind === 'deleted');
    dealer.close();
  });

  it('report a new event in a customer’s trail', async () => {
    const made = await newDocument();
    const [dealer, modena] = [await Listener.open('dealer'), await Listener.open('modena')];
    const { database, clock } = portal.test.world;
    const detail = { controller: 'NSC', records: 1, sha256: 'a'.repeat(64), receipt: 'ricevuta' };
    await database.transaction((tx) =>
      record(tx, dossierSubject(made.dossierId), { type: 'consents.pushed', actor: SYSTEM_ACTOR, detail }, clock.now()),
    );
    const { data } = await dealer.until((heard) => heard.data.entity === 'dossier');
    expect(data).toMatchObject({ id: made.dossierId, kind: 'changed', status: 'OPEN', folderId: null });
    const own = await newDocument('modena', { hst: '10002' });
    await modena.until((heard) => heard.data.id === own.id);
    expect(modena.heard.filter((heard) => heard.data.id === made.dossierId)).toEqual([]);
    for (const listener of [dealer, modena]) listener.close();
  });

  it('report changes of a tablet’s queue to users who may see the document', async () => {
    const [dealer, modena] = [await Listener.open('dealer'), await Listener.open('modena')];
    const tabletId = await newTablet(portal, 'Banco 1');
    const made = await newDocument();
    await portal.callAs('dealer', 'POST', `/api/documents/${made.id}/tablet-queue`, { tabletId });
    const came = await dealer.until(({ data }) => data.entity === 'tabletQueue');
    expect(came.data).toEqual({
      ...{ entity: 'tabletQueue', id: made.id, kind: 'created', status: 'READY_TO_SIGN' },
      ...{ folderId: made.folderId, dossierId: made.dossierId },
    });
    await portal.callAs('dealer', 'DELETE', `/api/documents/${made.id}`);
    await dealer.until(({ data }) => data.entity === 'tabletQueue' && data.id === made.id && data.kind === 'deleted');
    const own = await newDocument('modena', { hst: '10002' });
    await modena.until(({ data }) => data.entity === 'document' && data.id === own.id);
    expect(modena.heard.filter(({ data }) => data.entity === 'tabletQueue')).toEqual([]);
    for (const listener of [dealer, modena]) listener.close();
  });

  it('report an activation and its device to users of its dealers', async () => {
    const [supervisor, dealer] = [await Listener.open('supervisor'), await Listener.open('dealer')];
    const id = await newActivation(portal, 'Banco 2');
    await portal.callAs('supervisor', 'POST', `/api/activations/${id}/device-code`, {});
    const about = () => supervisor.heard.filter(({ data }) => data.entity === 'activation' && data.id === id);
    await supervisor.until(() => about().length >= 2);
    expect(about()[0]?.data).toMatchObject({ kind: 'changed', status: 'DRAFT', folderId: null, dossierId: null });
    const elsewhere = await newActivation(portal, 'Altrove', { hst: '10007', legalEntity: 'LE004' });
    const made = await newDocument();
    for (const listener of [supervisor, dealer]) {
      await listener.until(({ data }) => data.entity === 'document' && data.id === made.id);
    }
    expect(supervisor.heard.filter(({ data }) => data.entity === 'activation' && data.id === elsewhere)).toEqual([]);
    expect(dealer.heard.filter(({ data }) => data.entity === 'activation')).toEqual([]);
    for (const listener of [supervisor, dealer]) listener.close();
  });

  it('report the outcome of a signature to the document’s creator and the user who started it', async () => {
    const listeners = {
      dealer: await Listener.open('dealer'),
      admin: await Listener.open('admin'),
      nsc: await Listener.open('nsc'),
    };
    const made = await newDocument();
    const started = await portal.callAs('admin', 'POST', `/api/documents/${made.id}/sign`, {});
    expect(started.statusCode, started.body).toBe(200);
    const move = (values: { status: 'START_SIGN' | 'COMPLETING' | 'SIGNED' }) =>
      portal.test.world.database.transaction((tx) =>
        tx.updateTable('document').set(values).where('id', '=', made.id).execute(),
      );
    for (const status of ['START_SIGN', 'COMPLETING', 'SIGNED'] as const) await move({ status });
    const signed = ({ data }: Heard) => data.entity === 'document' && data.id === made.id && data.status === 'SIGNED';
    for (const name of ['dealer', 'admin'] as const) {
      expect((await listeners[name].until(signed)).data.outcome).toBe('signed');
      expect(listeners[name].heard.filter(({ data }) => 'outcome' in data)).toHaveLength(1);
    }
    expect((await listeners.nsc.until(signed)).data).not.toHaveProperty('outcome');
    // A later change of a signed document does not count as a second signature.
    await move({ status: 'SIGNED' });
    const own = await newDocument();
    await listeners.dealer.until(({ data }) => data.entity === 'document' && data.id === own.id);
    expect(listeners.dealer.heard.filter(({ data }) => 'outcome' in data)).toHaveLength(1);
    for (const listener of Object.values(listeners)) listener.close();
  });

  it('reach the national organisation, but not another dealer, another technical account or a user without roles', async () => {
    const listeners = {
      nsc: await Listener.open('nsc'),
      modena: await Listener.open('modena'),
      dms: await Listener.open('dms'),
      nobody: await Listener.open('nobody'),
    };
    const made = await newDocument();
    await listeners.nsc.until(({ data }) => data.entity === 'document' && data.id === made.id);
    const own = await newDocument('modena', { hst: '10002' });
    await listeners.modena.until(({ data }) => data.entity === 'document' && data.id === own.id);
    for (const name of ['modena', 'dms', 'nobody'] as const) {
      expect(listeners[name].heard.filter(({ data }) => data.id === made.id && data.entity === 'document')).toEqual([]);
      expect(listeners[name].heard.filter(({ event }) => event === 'resync')).toEqual([]);
    }
    for (const listener of Object.values(listeners)) listener.close();
  });

  it('omit changes that were rolled back', async () => {
    const dealer = await Listener.open('dealer');
    const refused = await portal.callAs('dealer', 'POST', '/api/documents/wizard', { dossierId: 1 });
    expect(refused.statusCode).toBe(400);
    const made = await newDocument();
    await dealer.until(({ data }) => data.entity === 'document' && data.id === made.id);
    expect(dealer.heard.filter(({ event }) => event === 'change').every(({ data }) => Number(data.id) > 0)).toBe(true);
    dealer.close();
  });

  it('ask users of the dealers to reload when a statement changed many rows at once', async () => {
    const names = ['dealer', 'dms', 'nsc', 'modena', 'nobody'] as const;
    const listeners = await Promise.all(names.map((login) => Listener.open(login)));
    const [dealer, dms, nsc, modena, nobody] = listeners as [Listener, Listener, Listener, Listener, Listener];
    await Promise.all(Array.from({ length: 21 }, () => newDocument()));
    await portal.test.world.database.transaction(async (tx) => {
      await tx.updateTable('document').set({ status_detail: null }).where('hst', '=', '10001').execute();
    });
    for (const reader of [dealer, dms, nsc]) await reader.until(({ event }) => event === 'resync');
    const own = await newDocument('modena', { hst: '10002' });
    await modena.until(({ data }) => data.entity === 'document' && data.id === own.id);
    for (const other of [modena, nobody]) expect(other.heard.filter(({ event }) => event === 'resync')).toEqual([]);
    for (const listener of listeners) listener.close();
  });

  it('allow six streams per session: the seventh ends the first', async () => {
    const open = [];
    for (let count = 0; count < 7; count += 1) open.push(await Listener.open('sales'));
    await expect(open[0]?.until(() => false)).rejects.toThrow('ended');
    expect(open.slice(1).map(({ ended }) => ended)).toEqual([false, false, false, false, false, false]);
    for (const listener of open) listener.close();
  });

  it('end at once on request, and refuse more than ten minutes', async () => {
    const short = await portal.callAs('dealer', 'GET', '/api/events?seconds=0');
    expect(short.body).toBe('event: ready\ndata: {}\n\n');
    expect((await portal.callAs('dealer', 'GET', '/api/events?seconds=601')).statusCode).toBe(400);
    expect((await portal.app.inject({ url: '/api/events' })).statusCode).toBe(401);
  });
});

describe('a client that stopped reading', () => {
  /** A separate server whose notifications the test sends, with one client that does not read. */
  async function withDeafReader(
    work: (given: { portal: Portal; hear: (payload: string | null) => void; held: Socket }) => Promise<void>,
  ): Promise<void> {
    const port = await ownPort();
    let hear: (payload: string | null) => void = () => undefined;
    const own = await openPortal({
      override: ({ settings, database }) => ({
        settings: { ...settings, allowedHosts: [...settings.allowedHosts, `127.0.0.1:${port}`] },
        database: {
          ...database,
          listen: async (_channel, heard) => {
            hear = heard;
            return async () => undefined;
          },
        },
      }),
    });
    await own.app.listen({ port, host: '127.0.0.1' });
    const token = await own.token('dealer');
    const accepted = once(own.app.server, 'connection');
    const deaf = connect({ port, host: '127.0.0.1' });
    deaf.on('error', () => undefined);
    const [held] = (await accepted) as [Socket];
    deaf.write(
      `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\nconnection: keep-alive\r\n\r\n`,
    );
    await once(deaf, 'data');
    deaf.pause();
    try {
      await work({ portal: own, hear, held });
    } finally {
      deaf.destroy();
      await own.close();
    }
  }
  /** Sends until the buffers between server and client are full, at a pace that a reading client could follow. */
  const fill = async (hear: (payload: string | null) => void, enough: () => boolean): Promise<void> => {
    const big = { entity: 'document', id: 1, kind: 'changed', status: 'x'.repeat(4_000), dossierId: 1, hst: '10001' };
    for (let round = 0; round < 2_000 && !enough(); round += 1) {
      for (let count = 0; count < 10; count += 1) hear(JSON.stringify(big));
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('is disconnected with more than 64 KiB unread', async () => {
    await withDeafReader(async ({ hear, held }) => {
      await fill(hear, () => held.destroyed);
      expect(held.destroyed).toBe(true);
    });
  });

  it('does not delay the server’s shutdown', async () => {
    await withDeafReader(async ({ portal: own, hear, held }) => {
      await fill(hear, () => held.writableNeedDrain);
      expect([held.writableNeedDrain, held.destroyed]).toEqual([true, false]);
      await own.app.close();
      expect(held.destroyed).toBe(true);
    });
  });
});

describe('a user whose rights change', () => {
  const account = async (login: string): Promise<Record<string, unknown>> => {
    const all: Record<string, unknown>[] = (await portal.callAs('admin', 'GET', '/api/users?size=100')).json();
    return all.find((user) => user.login === login) ?? {};
  };
  const change = async (login: string, values: object) => {
    const answer = await portal.callAs('admin', 'PUT', '/api/users', { ...(await account(login)), ...values });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  it('keeps the stream when only the name changes', async () => {
    const listener = await Listener.open('mixed');
    await change('mixed', { firstName: 'Altro' });
    const dossierId = await portal.create('dealer', '/api/dossiers', portal.dossier({ brand: 'mini' }));
    await listener.until(({ event, data }) => event === 'change' && data.id === dossierId);
    expect(listener.ended).toBe(false);
    listener.close();
  });

  it.each([
    ['another role', { authorities: ['ROLE_SALE_DEALER'] }],
    ['another dealer', { hstList: ['10002'] }],
    ['no account any more', { activated: false }],
  ])('receives nothing more on the open stream: %s', async (_what, values) => {
    const [moved, other] = [await Listener.open('mixed'), await Listener.open('dealer')];
    await change('mixed', values);
    await moved.ending();
    const dossierId = await portal.create('dealer', '/api/dossiers', portal.dossier());
    await other.until(({ event, data }) => event === 'change' && data.id === dossierId);
    expect(moved.heard.some(({ data }) => data.id === dossierId)).toBe(false);
    other.close();
  });
});
