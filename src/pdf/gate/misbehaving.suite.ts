/** A child of the gate that does what hostile files make readers do, selected by the first byte of the "file". */
import '../processes/no-network.ts';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { type Announced, receiveFiles } from '../processes/incoming.ts';

const hoard: Buffer[] = [];

/** What it managed to see or reach. */
const found: string[] = [];
const tried = (what: () => unknown): void => {
  try {
    found.push(String(what()));
  } catch (error) {
    found.push(error instanceof Error && 'code' in error ? String(error.code) : 'refused');
  }
};

const deeds: Record<number, (file: Uint8Array) => void> = {
  1: () => {
    for (;;);
  },
  2: () => process.exit(3),
  // Outside the heap limited by V8.
  3: () => {
    for (;;) hoard.push(Buffer.alloc(8 << 20, 1));
  },
  // Inside the heap.
  4: () => {
    const heap: unknown[] = [];
    for (;;) heap.push(new Array(10_000).fill({}));
  },
  5: () => process.abort(),
  6: (file) => tried(() => readFileSync(Buffer.from(file.subarray(1)).toString()).length),
  7: (file) => tried(() => connect(Buffer.from(file).readUInt16BE(1), '127.0.0.1').connecting),
};

/** More than a pipe holds: the child answers before reading it, and never reads it. */
const UNREAD = 2 << 20;

process.on('message', (announced: Announced) => {
  if (announced.lengths[0] === UNREAD) {
    process.send?.({ answer: { ok: true, bytes: Buffer.from('unread'), pages: 1, normalised: false } });
    return;
  }
  const [file = new Uint8Array(0)] = receiveFiles(announced);
  deeds[file[0] ?? 0]?.(file);
  const said = Buffer.from(found.pop() ?? String(process.pid));
  process.send?.({ answer: { ok: true, bytes: said, pages: 1, normalised: true } });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
