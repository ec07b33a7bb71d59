/** A create happens once: a retry after a lost answer carries the same key. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure, noAnswer } from './failure.ts';
import { clearIdempotencyKeys, idempotencyKey } from './idempotency-key.ts';

/** One attempt; returns the key it carried. */
async function tried(name: string, content: unknown, end: unknown = null): Promise<string> {
  let carried = '';
  const once = await idempotencyKey(name, content);
  const sent = once.send(async (key) => {
    carried = key;
    if (end !== null) throw end;
  });
  await (end === null ? sent : expect(sent).rejects.toBe(end));
  return carried;
}
const LOST = noAnswer('lost');
const paper = (name: string, size: number) => new File(['x'.repeat(size)], name, { lastModified: 7 });

beforeEach(() => sessionStorage.clear());

describe('the key of a create', () => {
  it('is the same for the same content until a response arrives, even after the form is reopened', async () => {
    const first = await tried('customers', { name: 'Anna' }, LOST);
    expect(await tried('customers', { name: 'Anna' }, LOST)).toBe(first);
    expect(await tried('customers', { name: 'Anna' })).toBe(first);
    expect(await tried('customers', { name: 'Anna' })).not.toBe(first);
  });

  it('differs for other content and for other kinds of rows', async () => {
    const first = await tried('customers', { name: 'Anna' }, LOST);
    expect(await tried('folders', { name: 'Anna' }, LOST)).not.toBe(first);
    expect(await tried('customers', { name: 'Bruno' }, LOST)).not.toBe(first);
  });

  it('distinguishes files by name, size and date', async () => {
    const first = await tried('documents', { file: paper('a.pdf', 3) }, LOST);
    expect(await tried('documents', { file: paper('a.pdf', 3) }, LOST)).toBe(first);
    expect(await tried('documents', { file: paper('a.pdf', 4) }, LOST)).not.toBe(first);
    expect(await tried('documents', { file: paper('b.pdf', 3) }, LOST)).not.toBe(first);
  });

  it('is replaced once the server reports it for other content', async () => {
    const first = await tried('customers', {}, new ApiFailure(422, { code: 'idempotency.otherRequest' }));
    expect(await tried('customers', {})).not.toBe(first);
  });

  it('is stored per tab only as a hash, and deleted on sign-out', async () => {
    const first = await tried('customers', { name: 'Anna' }, LOST);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Anna');
    clearIdempotencyKeys(sessionStorage);
    expect(await tried('customers', { name: 'Anna' }, LOST)).not.toBe(first);
  });
});
