/** Pages that programs may draw differently: if the gate and the drawing accept a page, four programs draw it alike. */
import { afterAll, describe, expect, it } from 'vitest';
import { PageChecker } from '#pdf/drawing/page-checker.ts';
import { inspectPdf } from '#pdf/gate/inspect-pdf.ts';
import { unlikePairs } from './compare-programs.ts';
import type { Construct } from './construct.ts';
import { constructs } from './constructs.ts';

describe('hostile pages', () => {
  const checker = new PageChecker();
  afterAll(() => checker.close());

  /** Judges the file as an upload. @returns what is stored, or the reason of the refusal. */
  async function judged({ bytes }: Construct): Promise<Uint8Array | string> {
    const result = await inspectPdf(bytes);
    if (!result.ok) return `${result.code}: ${result.detail}`;
    const range = { from: 0, to: result.pages };
    if (result.normalised) {
      const kept = await checker.compareVersions(bytes, result.bytes, { ...range, engines: 'both' });
      if (!kept.ok) return `drawing: stored, ${kept.finding}`;
    }
    const alike = await checker.compareEngines(result.bytes, { ...range, pages: result.pages });
    return alike.ok ? result.bytes : `drawing: ${alike.finding}`;
  }

  it('are numerous and have unique names', () => {
    const names = constructs().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(400);
  });

  it('are drawn differently by different programs', async () => {
    const named = (name: string): Uint8Array =>
      constructs().find((construct) => construct.name === name)?.bytes ?? new Uint8Array();
    expect(await unlikePairs(named('profiles: a profile'))).toEqual([]);
    expect(await unlikePairs(named('operators: a colour with a number too many'))).not.toEqual([]);
  });

  it('are refused, or drawn alike as stored', async () => {
    const reasons: Record<string, number> = {};
    const different: Record<string, string[]> = {};
    let accepted = 0;
    for (const construct of constructs()) {
      const stored = await judged(construct);
      if (typeof stored === 'string') {
        reasons[stored] = (reasons[stored] ?? 0) + 1;
        continue;
      }
      accepted++;
      const pairs = await unlikePairs(stored);
      if (pairs.length > 0) different[construct.name] = pairs;
    }
    console.table(reasons);
    console.log(`${accepted} accepted`);
    expect(different).toEqual({});
    expect(accepted).toBeGreaterThan(100);
  }, 900_000);
});
