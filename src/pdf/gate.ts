/** The intake gate: judges every PDF in a killable child process before it may be signed. */
import { type GateRefusal, type GateResult, MAX_PDF_BYTES } from './gate/gate-result.ts';
import { ChildPool, type ChildPoolOptions, PoolClosed } from './processes/child-pool.ts';

export type { GateRefusal, GateResult };

/** Tests pass a misbehaving entry. Defaults: 10 s per file, 512 MB and two children. */
export type PdfGateOptions = Partial<
  Pick<ChildPoolOptions, 'entry' | 'timeoutMs' | 'memoryMb' | 'children' | 'patienceMs'>
>;

const refusal = (code: GateRefusal, detail: string): GateResult => ({ ok: false, code, detail });

export class PdfGate {
  readonly #pool: ChildPool<null, GateResult>;

  constructor(options: PdfGateOptions = {}) {
    const entry = new URL('./gate-child.ts', import.meta.url);
    this.#pool = new ChildPool({ entry, timeoutMs: 10_000, memoryMb: 512, children: 2, ...options });
  }

  /**
   * Judges one file. Any failure of the file ends in a refusal.
   * `bytes` of an accepted file is to be stored and hashed as H0: the input itself unless `normalised` is true.
   * `pdf.timeout` is also the answer for a file that needs more memory than allowed.
   * @param owner on whose behalf: owners take turns. @throws PoolClosed
   */
  async inspect(bytes: Uint8Array, owner = ''): Promise<GateResult> {
    if (bytes.byteLength > MAX_PDF_BYTES) return refusal('pdf.tooLarge', `${bytes.byteLength} bytes`);
    const result = await this.#pool.ask([bytes], null, owner);
    if ('failed' in result && result.failed === 'closed') throw new PoolClosed(result.detail);
    // A crash of the reader is attributed to the file.
    if ('failed' in result) return refusal(result.failed === 'timeout' ? 'pdf.timeout' : 'pdf.broken', result.detail);
    return result.answer.ok && !result.answer.normalised ? { ...result.answer, bytes } : result.answer;
  }

  /** Stops every child; the files being judged fail with {@link PoolClosed}. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
