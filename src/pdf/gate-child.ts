/** The process in which one PDF at a time is read (D-11); it may crash, hang or be killed without harm to anyone. */
import './gate/no-network.ts';
import { type Announced, receiveFile } from './gate/incoming.ts';
import { inspectPdf } from './gate/inspect.ts';
import type { GateResult } from './gate/outcome.ts';

const NOTHING = new Uint8Array(0);

process.on('message', async (announced: Announced) => {
  let result: GateResult;
  try {
    result = await inspectPdf(receiveFile(announced));
  } catch (error) {
    result = { ok: false, code: 'pdf.broken', detail: error instanceof Error ? error.message : 'unknown failure' };
  }
  // An unchanged file is not sent back: the pool still has it.
  process.send?.(result.ok && !result.normalised ? { ...result, bytes: NOTHING } : result);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
