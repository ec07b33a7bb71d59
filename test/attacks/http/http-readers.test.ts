/** Slow-reader attacks: the holder of one link requests its file many times and reads none of it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Storage } from '#ports/storage.ts';
import { IDLE_SECONDS } from '#server/http/response/stored-stream.ts';
import { MAX_STREAMS } from '#server/signing/ceremony/download-slots.ts';
import { type Browser, openStage, type Stage } from '../../stages/signing-stage.ts';
import { listenOnFreePort } from './raw-http.ts';

/** More than a connection of this machine buffers. */
const LARGE = 48 << 20;

let stage: Stage;
let port: number;
let path: string;
let ownBrowser: Browser;
/** Reads from the store since the test began: whole files, and the largest part. */
let wholeReads = 0;
let largestRead = 0;
/** Open connections, as the server's sockets. */
const openConnections = new Set<Socket>();
/** Called each time one of them closes. */
let onConnectionClosed = (): void => undefined;

/** The real store, but every file is endless: the rows limit how much of it is read. */
const withEndlessFiles = (storage: Storage): Storage => ({
  ...storage,
  async get(sha256) {
    wholeReads += 1;
    return storage.get(sha256);
  },
  async read(_sha256, { start, end }) {
    largestRead = Math.max(largestRead, end - start);
    return Buffer.alloc(end - start, 37);
  },
});

beforeAll(async () => {
  stage = await openStage({ override: (world) => ({ storage: withEndlessFiles(world.storage) }) });
  stage.app.server.on('connection', (socket: Socket) => {
    openConnections.add(socket);
    socket.once('close', () => {
      openConnections.delete(socket);
      onConnectionClosed();
    });
  });
  const { id } = await stage.newDocument();
  path = await stage.startSigning(id);
  ownBrowser = stage.browser();
  await ownBrowser.post(`${path}/open`);
  const { database } = stage.test.world;
  await database.read.updateTable('session_document').set({ prepared_size: LARGE }).execute();
  port = await listenOnFreePort(stage.app);
});
afterAll(() => stage.close());
beforeEach(() => {
  wholeReads = 0;
  largestRead = 0;
});

/** Requests as the browser that holds the signing session; other browsers do not get the file. */
function requestDocument(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path}/document HTTP/1.1\r\nhost: localhost\r\ncookie: ${ownBrowser.cookie}\r\n\r\n`);
  return socket;
}

/** Requests the document and reads only the head of the answer. */
async function stallDownload(): Promise<Socket> {
  const socket = requestDocument();
  await once(socket, 'readable');
  socket.on('error', () => undefined);
  return socket;
}

/** Waits until the server has closed all but `count` of its connections. */
async function waitForConnections(count: number): Promise<void> {
  while (openConnections.size > count) {
    await new Promise<void>((resolve) => {
      onConnectionClosed = resolve;
    });
  }
}

const closeAll = async (sockets: readonly Socket[]): Promise<void> => {
  for (const socket of sockets) socket.destroy();
  await waitForConnections(0);
};

it('forty stalled downloads hold small parts of the file in memory, and only some keep a slot', async () => {
  const stalled: Socket[] = [];
  for (let index = 0; index < 40; index++) stalled.push(await stallDownload());
  await waitForConnections(MAX_STREAMS);
  expect([openConnections.size, wholeReads]).toEqual([MAX_STREAMS, 0]);
  expect(largestRead).toBeLessThanOrEqual(131_072);
  await closeAll(stalled);
});

it('another client with the link takes no slot', async () => {
  const stalled = await stallDownload();
  for (let index = 0; index < MAX_STREAMS + 5; index++) {
    expect((await stage.browser().get(`${path}/document`)).statusCode).toBe(409);
  }
  let receivedBytes = stalled.read()?.length ?? 0;
  for await (const part of stalled) {
    receivedBytes += (part as Buffer).length;
    if (receivedBytes >= LARGE) break;
  }
  expect(receivedBytes).toBeGreaterThanOrEqual(LARGE);
  stalled.destroy();
  await waitForConnections(0);
});

it('a client that reads nothing for half a minute is disconnected', async () => {
  const stalled = await stallDownload();
  const [connection] = openConnections;
  expect(connection?.timeout).toBe(IDLE_SECONDS * 1000);
  // Node emits this when the timeout passes without a byte read.
  connection?.emit('timeout');
  await waitForConnections(0);
  await closeAll([stalled]);
});

it('the read timeout ends with the file: the next request of the connection has its own', async () => {
  await stage.read.updateTable('session_document').set({ prepared_size: 300_000 }).execute();
  const socket = requestDocument();
  let receivedBytes = 0;
  for await (const part of socket) {
    receivedBytes += (part as Buffer).length;
    if (receivedBytes > 300_000) break;
  }
  const [connection] = openConnections;
  expect(connection?.timeout).not.toBe(IDLE_SECONDS * 1000);
  await closeAll([socket]);
});
