/** Runs the process that judges one PDF at a time; it may crash, hang or be killed without affecting others. */
import './processes/no-network.ts';
import type { GateResult } from './gate/gate-result.ts';
import { inspectPdf } from './gate/inspect-pdf.ts';
import { serve } from './processes/child-loop.ts';

const NOTHING = new Uint8Array(0);

serve(async ([bytes = NOTHING]): Promise<GateResult> => {
  const result = await inspectPdf(bytes).catch((error: unknown): GateResult => {
    return { ok: false, code: 'pdf.broken', detail: error instanceof Error ? error.message : 'unknown failure' };
  });
  // An unchanged file is not sent back: the pool still has it.
  return result.ok && !result.normalised ? { ...result, bytes: NOTHING } : result;
});
