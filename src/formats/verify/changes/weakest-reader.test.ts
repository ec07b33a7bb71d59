/** How an update is written: unambiguous updates pass, and any part that some reader could interpret differently is reported. */
import { describe, expect, it } from 'vitest';
import { StrictFile } from '../strict-file.ts';
import { readingFaults, unneededObjects } from './weakest-reader.ts';

const row = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n\r\n`;
const OBJECTS = [
  '2 0 obj\n<</Type /Catalog /Pages 3 0 R>>\nendobj\n',
  '3 0 obj\n<</Type /Pages /Kids [] /Count 0>>\nendobj\n',
];

/** Object 1 is free. */
const base = (() => {
  const head = '%PDF-1.7\n';
  const body = OBJECTS.join('');
  const first = head.length;
  const table = `xref\n0 2\n0000000001 65535 f\r\n0000000000 00001 f\r\n2 2\n${row(first)}${row(first + (OBJECTS[0]?.length ?? 0))}`;
  return `${head}${body}${table}trailer\n<</Size 4 /Root 2 0 R>>\nstartxref\n${first + body.length}\n%%EOF\n`;
})();

interface Parts {
  objects?: readonly string[];
  table?: (offsets: readonly number[]) => string;
  trailer?: string;
}

/** The base and one update. */
async function opened({ objects = [], table, trailer = '/Size 9' }: Parts): Promise<StrictFile> {
  let body = '';
  const offsets = objects.map((object) => {
    const at = base.length + body.length;
    body += object;
    return at;
  });
  const listed = table?.(offsets) ?? (offsets.map((at, n) => `${n + 4} 1\n${row(at)}`).join('') || '0 0\n');
  const prev = /startxref\n(\d+)/.exec(base)?.[1];
  const end = `xref\n${listed}trailer\n<<${trailer} /Root 2 0 R /Prev ${prev}>>\n`;
  const file = `${base}${body}${end}startxref\n${base.length + body.length}\n%%EOF\n`;
  return StrictFile.open(Uint8Array.from(file, (letter) => letter.charCodeAt(0)));
}

const findFaults = async (parts: Parts) => readingFaults(await opened(parts), 1, new Set());

describe('an update', () => {
  it.each<[string, Parts]>([
    ['of nothing', {}],
    ['of the free head of the list', { table: () => '0 1\n0000000000 65535 f\r\n' }],
    ['of one object', { objects: ['4 0 obj\n<</A 2 0 R>>\nendobj\n'] }],
    ['of a stream', { objects: ['4 0 obj\n<</Length 3>>\nstream\nobj\nendstream\nendobj\n'] }],
  ])('%s is unambiguous', async (_, parts) => {
    expect(await findFaults(parts)).toEqual([]);
  });

  it.each<[string, Parts, string]>([
    ['begins with a free object 1', { table: () => '1 1\n0000000000 65535 f\r\n' }, 'the table begins with object 1'],
    ['has a table without sections', { table: () => '' }, 'a table without any section'],
    ['has a size that is too small', { trailer: '/Size 3' }, '/Size hides object 3'],
    ['has a size that is no integer', { trailer: '/Size 9.0' }, '/Size hides'],
    ['has a size beyond all bounds', { trailer: '/Size 999999999' }, '/Size is beyond'],
    ['brings a second catalog', { objects: ['4 0 obj\n<</Type /Catalog>>\nendobj\n'] }, 'object 4 is a second Catalog'],
    ['has an object in a string', { objects: ['4 0 obj\n(3 0 obj)\nendobj\n'] }, 'look like an object'],
    ['refers by another generation', { objects: ['4 0 obj\n[3 1 R]\nendobj\n'] }, 'object 4 refers to 3 1'],
    ['has a trailer in a string', { objects: ['4 0 obj\n(trailer <<)\nendobj\n'] }, 'trailer stands 2 times'],
  ])('that %s is ambiguous', async (_, parts, fault) => {
    expect((await findFaults(parts)).join()).toContain(fault);
  });

  it('is reported for superfluous content', async () => {
    const object = '4 0 obj\n<<>>\nendobj\n';
    expect(unneededObjects(await opened({ objects: [object] }), 1, new Set())).toEqual([4]);
    expect(unneededObjects(await opened({ objects: [object], trailer: '/Size 9 /X 4 0 R' }), 1, new Set())).toEqual([]);
    expect(unneededObjects(await opened({ objects: [object] }), 1, new Set([4]))).toEqual([]);
  });
});
