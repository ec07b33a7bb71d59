/** A child of the gate that does what hostile files make readers do, as the first byte of the "file" tells. */
import { type Announced, receiveFile } from './incoming.ts';

const hoard: Buffer[] = [];

const deeds: Record<number, () => void> = {
  1: () => {
    for (;;);
  },
  2: () => process.exit(3),
  // Outside the heap that V8 limits.
  3: () => {
    for (;;) hoard.push(Buffer.alloc(8 << 20, 1));
  },
  // Inside it.
  4: () => {
    const heap: unknown[] = [];
    for (;;) heap.push(new Array(10_000).fill({}));
  },
  5: () => process.abort(),
};

process.on('message', (announced: Announced) => {
  deeds[receiveFile(announced)[0] ?? 0]?.();
  process.send?.({ ok: true, bytes: new Uint8Array(0), pages: 1, sha256: String(process.pid), normalised: false });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
