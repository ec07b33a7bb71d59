/** Lists while documents are being created: response times, and whether every number in them is exact. */
import { performance } from 'node:perf_hooks';
import { png } from '../../../test/papers/files.ts';
import { ACTORS } from './actors.ts';
import { Client, search } from './client.ts';
import { type Figures, figuresOf } from './measure.ts';

const WRITERS = 4;

export interface WritingResult {
  readonly list: Figures;
  /** Documents created per second. */
  readonly writes: number;
  readonly created: number;
  /** Totals that were not correct at any moment of the writing. */
  readonly wrongTotals: number;
  /** Totals of list and count right after the last document, and the expected value. */
  readonly after: { readonly list: number; readonly count: number; readonly expected: number };
  /** Bytes in the legal entity's ledger afterwards, and the expected value. */
  readonly space: { readonly used: number; readonly expected: number };
}

interface Sizes {
  readonly totalSizeUsed: { readonly size: number };
}

const file = png();

/** An identity document as an image: the cheapest upload, so that most of the work is the database's. */
function identityDocument(folderId: number): object {
  return {
    folderId,
    type: 'OTHER_IDENTITY',
    fileName: 'carta_identita.png',
    mimeType: 'image/png',
    fileSize: file.length,
    content: file.toString('base64'),
    signable: false,
    archivable: false,
  };
}

/** @param folders at least four, of the largest dealer: each writer fills its own. */
export async function listWhileWriting(
  address: string,
  folders: readonly number[],
  seconds: number,
): Promise<WritingResult> {
  const { login, legalEntity } = ACTORS.big;
  const reader = new Client(address);
  const page = search('documents', { legalEntity: { equals: legalEntity } });
  const count = {
    method: 'GET',
    path: `/api/documents/count?legalEntity.equals=${legalEntity}`,
  } as const;
  const space = { method: 'GET', path: `/api/statistics/documents-size?legalEntity=${legalEntity}` } as const;
  const spaceUsed = async () => (await reader.read<Sizes>(login, space)).json.totalSizeUsed.size;
  try {
    const before = (await reader.read(login, page)).total;
    const bytesBefore = await spaceUsed();
    let started = 0;
    let created = 0;
    const until = performance.now() + seconds * 1000;
    const write = async (folderId: number): Promise<void> => {
      const writer = new Client(address);
      try {
        while (performance.now() < until) {
          started += 1;
          await writer.read(login, { method: 'POST', path: '/api/documents', body: identityDocument(folderId) });
          created += 1;
        }
      } finally {
        writer.close();
      }
    };
    const samples: number[] = [];
    let wrongTotals = 0;
    const read = async (): Promise<void> => {
      while (performance.now() < until) {
        const least = before + created;
        const answer = await reader.call(login, page);
        if (answer.status !== 200) throw new Error(`${page.path}: ${answer.status} ${answer.bytes}`);
        samples.push(answer.ms);
        if (answer.total < least || answer.total > before + started) wrongTotals += 1;
      }
    };
    const began = performance.now();
    await Promise.all([...folders.slice(0, WRITERS).map(write), read()]);
    const took = (performance.now() - began) / 1000;
    const counted = await reader.call(login, count);
    const listed = await reader.read(login, page);
    return {
      list: figuresOf(samples),
      writes: created / took,
      created,
      wrongTotals,
      after: {
        list: listed.total,
        count: counted.status === 200 ? Number(counted.bytes) : Number.NaN,
        expected: before + created,
      },
      space: { used: await spaceUsed(), expected: bytesBefore + created * file.length },
    };
  } finally {
    reader.close();
  }
}
