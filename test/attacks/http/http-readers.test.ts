/** Slow-reader attacks: the holder of one link requests its file many times and reads none of it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Storage } from '#ports/storage.ts';
import { IDLE_SECONDS } from '#server/http/response/stored-stream.ts';
import { READERS } from '#server/signing/ceremony/download-slots.ts';
import { type Browser, openStage, type Stage } from '../../stages/signing-stage.ts';
import { listenAnywhere } from './http-ground.ts';

/** More than a connection of this machine buffers. */
const LARGE = 48 << 20;

let stage: Stage;
let port: number;
let path: string;
let own: Browser;
/** Reads from the store since the test began: whole files, and the largest part. */
let wholes = 0;
let largest = 0;
/** The server's ends of the open connections. */
const served = new Set<Socket>();
/** Called each time one of them closes. */
let gone = (): void => undefined;

/** The real store, but every file is endless: the rows limit how much of it is read. */
const endless = (storage: Storage): Storage => ({
  ...storage,
  async get(sha256) {
    wholes += 1;
    return storage.get(sha256);
  },
  async read(_sha256, { start, end }) {
    largest = Math.max(largest, end - start);
    return Buffer.alloc(end - start, 37);
  },
});

beforeAll(async () => {
  stage = await openStage({ override: (world) => ({ storage: endless(world.storage) }) });
  stage.app.server.on('connection', (socket: Socket) => {
    served.add(socket);
    socket.once('close', () => {
      served.delete(socket);
      gone();
    });
  });
  const { id } = await stage.newDocument();
  path = await stage.start(id);
  own = stage.browser();
  await own.post(`${path}/open`);
  const { database } = stage.test.world;
  await database.read.updateTable('session_document').set({ prepared_size: LARGE }).execute();
  port = await listenAnywhere(stage.app);
});
afterAll(() => stage.close());
beforeEach(() => {
  wholes = 0;
  largest = 0;
});

/** Requests as the browser that holds the signing session; other browsers do not get the file. */
function ask(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path}/document HTTP/1.1\r\nhost: localhost\r\ncookie: ${own.cookie}\r\n\r\n`);
  return socket;
}

/** Requests the document and reads only the head of the answer. */
async function stall(): Promise<Socket> {
  const socket = ask();
  await once(socket, 'readable');
  socket.on('error', () => undefined);
  return socket;
}

/** Waits until the server has closed all but `count` of its connections. */
async function untilServed(count: number): Promise<void> {
  while (served.size > count) {
    await new Promise<void>((resolve) => {
      gone = resolve;
    });
  }
}

const leave = async (sockets: readonly Socket[]): Promise<void> => {
  for (const socket of sockets) socket.destroy();
  await untilServed(0);
};

it('forty stalled downloads hold small parts of the file in memory, and only some keep a slot', async () => {
  const stalled: Socket[] = [];
  for (let index = 0; index < 40; index++) stalled.push(await stall());
  await untilServed(READERS);
  expect([served.size, wholes]).toEqual([READERS, 0]);
  expect(largest).toBeLessThanOrEqual(131_072);
  await leave(stalled);
});

it('another client with the link takes no slot', async () => {
  const mine = await stall();
  for (let index = 0; index < READERS + 5; index++) {
    expect((await stage.browser().get(`${path}/document`)).statusCode).toBe(409);
  }
  let taken = mine.read()?.length ?? 0;
  for await (const part of mine) {
    taken += (part as Buffer).length;
    if (taken >= LARGE) break;
  }
  expect(taken).toBeGreaterThanOrEqual(LARGE);
  mine.destroy();
  await untilServed(0);
});

it('a client that reads nothing for half a minute is disconnected', async () => {
  const stalled = await stall();
  const [connection] = served;
  expect(connection?.timeout).toBe(IDLE_SECONDS * 1000);
  // Node emits this when the timeout passes without a byte read.
  connection?.emit('timeout');
  await untilServed(0);
  await leave([stalled]);
});

it('the read timeout ends with the file: the next request of the connection has its own', async () => {
  await stage.read.updateTable('session_document').set({ prepared_size: 300_000 }).execute();
  const socket = ask();
  let taken = 0;
  for await (const part of socket) {
    taken += (part as Buffer).length;
    if (taken > 300_000) break;
  }
  const [connection] = served;
  expect(connection?.timeout).not.toBe(IDLE_SECONDS * 1000);
  await leave([socket]);
});
