/** Lists every file with signatures, in each of its revisions: what a restored installation must still prove. */
import type { Db } from '#ports/database/database.ts';
import { listPartlySignedFiles } from '../complete/partly-signed.queries.ts';
import { listSealedFiles } from '../complete/signed-files.queries.ts';
import { listRevisionFiles } from './archive.queries.ts';

export interface SignedFile {
  readonly sha256: string;
  /** The signed file, its audit PDF, or a partly signed file. */
  readonly part: 'signed' | 'audit' | 'partial';
  /**
   * False for one that got a later document timestamp, which proves it on its own years later; and for a partly signed
   * file, whose timestamps age: it must only be the file of its row, and intact.
   */
  readonly newest: boolean;
}

export async function listSignedFiles(db: Db): Promise<SignedFile[]> {
  const sealed = (await listSealedFiles(db)).flatMap(({ id, sha256, audit_sha256: audit }) => [
    { of: `${id} signed`, part: 'signed' as const, number: 0, sha256 },
    ...(audit === null ? [] : [{ of: `${id} audit`, part: 'audit' as const, number: 0, sha256: audit }]),
  ]);
  const grown = (await listRevisionFiles(db)).map(({ signed_document_id: id, part, number, sha256 }) => ({
    of: `${id} ${part}`,
    part,
    number,
    sha256,
  }));
  const lastNumbers = new Map<string, number>();
  for (const { of, number } of [...sealed, ...grown]) lastNumbers.set(of, Math.max(number, lastNumbers.get(of) ?? 0));
  return [
    ...[...sealed, ...grown].map(({ of, part, number, sha256 }) => ({
      ...{ sha256, part },
      newest: lastNumbers.get(of) === number,
    })),
    ...(await listPartlySignedFiles(db)).map((sha256) => ({ sha256, part: 'partial' as const, newest: false })),
  ];
}
