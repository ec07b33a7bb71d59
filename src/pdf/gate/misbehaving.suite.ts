/** A child of the gate that does what hostile files make readers do, selected by the first byte of the "file". */
import '../processes/no-network.ts';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { receiveFiles, type TaskMessage } from '../processes/file-transfer.ts';

const retained: Buffer[] = [];

/** What the child managed to read or reach. */
const observations: string[] = [];
const attempt = (action: () => unknown): void => {
  try {
    observations.push(String(action()));
  } catch (error) {
    observations.push(error instanceof Error && 'code' in error ? String(error.code) : 'refused');
  }
};

const MISBEHAVIOURS: Record<number, (file: Uint8Array) => void> = {
  1: () => {
    for (;;);
  },
  2: () => process.exit(3),
  // Outside the heap limited by V8.
  3: () => {
    for (;;) retained.push(Buffer.alloc(8 << 20, 1));
  },
  // Inside the heap.
  4: () => {
    const heap: unknown[] = [];
    for (;;) heap.push(new Array(10_000).fill({}));
  },
  5: () => process.abort(),
  6: (file) => attempt(() => readFileSync(Buffer.from(file.subarray(1)).toString()).length),
  7: (file) => attempt(() => connect(Buffer.from(file).readUInt16BE(1), '127.0.0.1').connecting),
};

/** More than a pipe holds: the child answers before reading it, and never reads it. */
const UNREAD = 2 << 20;

process.on('message', (announced: TaskMessage) => {
  if (announced.lengths[0] === UNREAD) {
    process.send?.({ answer: { ok: true, bytes: Buffer.from('unread'), pages: 1, normalised: false } });
    return;
  }
  const [file = new Uint8Array(0)] = receiveFiles(announced);
  MISBEHAVIOURS[file[0] ?? 0]?.(file);
  const reply = Buffer.from(observations.pop() ?? String(process.pid));
  process.send?.({ answer: { ok: true, bytes: reply, pages: 1, normalised: true } });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
