/**
 * Evidence proofs as third parties check them: the answers are enough to get from an event to the signed root, and from
 * one head to the next.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provesConsistency } from '#formats/merkle.suite.ts';
import { evidenceTasks } from '#server/evidence/tasks.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { checkHead } from '../../evidence/heads.ts';

interface Head {
  size: number;
  statement: string;
  signature: string;
  stamp: string;
}
interface Proof {
  head: Head;
  events: { seq: number; hash: string; position: number; path: { side: 'left' | 'right'; hash: string }[] }[];
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await evidenceTasks(stage.test.world, 60);
});
afterAll(() => stage.close());

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const rootOf = ({ statement }: Head): string => (JSON.parse(statement) as { root: string }).root;
const fetchProof = async (id: number): Promise<Proof> =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events/proof`)).json();

/** The computation described in the contract, without the product's code. */
function computeRoot({ hash, path }: Proof['events'][number]): string {
  let root = sha256(Uint8Array.of(0), Buffer.from(hash, 'hex'));
  for (const { side, hash: siblingHash } of path) {
    const sibling = Buffer.from(siblingHash, 'hex');
    root = side === 'left' ? sha256(Uint8Array.of(1), sibling, root) : sha256(Uint8Array.of(1), root, sibling);
  }
  return root.toString('hex');
}

describe('the proof of a document’s events', () => {
  it('leads from each of them to the root of a signed and timestamped head', async () => {
    const { id } = await stage.newDocument();
    await stage.startSigning(id);
    const proof = await fetchProof(id);
    expect(proof.events.map(({ seq }) => seq)).toEqual((await stage.trail(id)).map((_, index) => index + 1));
    for (const event of proof.events) expect(computeRoot(event)).toBe(rootOf(proof.head));
    expect(await checkHead(proof.head, stage.test.world.authority)).toBeNull();
  });

  it('is not valid for another event', async () => {
    const { id } = await stage.newDocument();
    const { head, events } = await fetchProof(id);
    const [event] = events;
    if (event === undefined) throw new Error('no event');
    expect(computeRoot({ ...event, hash: 'ab'.repeat(32) })).not.toBe(rootOf(head));
  });
});

describe('the proof between two heads', () => {
  const ask = async (query: string) => stage.callAs('dealer', 'GET', `/api/evidence/consistency?${query}`);

  it('shows that the later one only appended', async () => {
    const first = (await fetchProof((await stage.newDocument()).id)).head;
    const second = (await fetchProof((await stage.newDocument()).id)).head;
    expect(second.size).toBeGreaterThan(first.size);
    const answer = (await ask(`first=${first.size}`)).json();
    expect(answer).toMatchObject({ first, second });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
    const isConsistent = (rootOfFirst: string): boolean =>
      provesConsistency(
        (data) => new Uint8Array(sha256(data)),
        { size: first.size, root: bytes(rootOfFirst) },
        { size: second.size, root: bytes(rootOf(second)) },
        answer.path.map(bytes),
      );
    expect(isConsistent(rootOf(first))).toBe(true);
    expect(isConsistent('cd'.repeat(32))).toBe(false);
  });

  it('exists only for heads, in order', async () => {
    const { size } = (await fetchProof((await stage.newDocument()).id)).head;
    expect((await ask(`first=${size + 1000}`)).json()).toMatchObject({ status: 404, code: 'evidence.headNotFound' });
    const before = (await fetchProof((await stage.newDocument()).id)).head.size;
    expect((await ask(`first=${before}&second=${size}`)).json().code).toBe('evidence.headNotFound');
    for (const wrong of ['', 'first=0', 'first=-1', 'first=1&other=2', 'first=uno']) {
      expect((await ask(wrong)).statusCode, wrong).toBe(400);
    }
  });
});
