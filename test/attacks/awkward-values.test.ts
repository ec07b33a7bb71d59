/** Awkward values in every field of the portal's calls: refused or stored as they are, never a defect. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal } from '../portal.ts';

let portal: Portal;
let folderId: number;
let dossierId: number;
beforeAll(async () => {
  portal = await openPortal();
  folderId = await portal.newFolder();
  dossierId = await portal.create('dealer', '/api/dossiers', portal.dossier());
});
afterAll(() => portal.close());

const OWN = [
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '\uffff',
  '%00',
  "'; drop table document; --",
  '\\',
  '\\%_',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '=1+1',
  'x'.repeat(255),
  'x'.repeat(100_000),
  '𝕏'.repeat(128),
  '١٢٣',
  'İ',
  'ﷺ',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '1e999',
  '9223372036854775808',
];
const strange = [null, true, -1, 0, 1.5, 1e308, -0, 2 ** 53, [], [[]], {}, { equals: {} }, [null], ''];

/** The published list of naughty strings, where the machine has it. */
function published(): string[] {
  const folder = process.env.CORPORA;
  return folder === undefined ? [] : JSON.parse(readFileSync(join(folder, 'naughty/blns.json'), 'utf8'));
}
const values: unknown[] = [...OWN, ...strange, ...published()];

async function expectNoDefect(url: string, payload: object): Promise<void> {
  const answer = await portal.as('dealer', 'POST', url, payload);
  expect(
    answer.statusCode,
    `${url} ${JSON.stringify(payload).slice(0, 200)}: ${answer.body.slice(0, 300)}`,
  ).toBeLessThan(500);
}

/** The published list is long: machines that have it take their time. */
describe('awkward values', { timeout: 180_000 }, () => {
  it('in a customer’s fields are no defect', async () => {
    const fields = [...Object.keys(portal.dossier()), 'brands', 'birthPlace', 'organizationName', 'businessId'];
    for (const [index, value] of values.entries()) {
      const field = fields[index % fields.length] ?? 'firstName';
      await expectNoDefect('/api/dossiers', portal.dossier({ [field]: value, lastName: value }));
    }
  });

  it('in a folder’s fields are no defect', async () => {
    const fields = ['businessId', 'plate', 'vin', 'jobId', 'notes', 'processDate', 'brand', 'type', 'dossierId'];
    for (const [index, value] of values.entries()) {
      const field = fields[index % fields.length] ?? 'notes';
      await expectNoDefect('/api/folders', { ...portal.folder(), dossierId, notes: value, [field]: value });
    }
  });

  it('in the fields of an edit are no defect', async () => {
    const edits = [
      [
        '/api/dossiers',
        (await portal.as('dealer', 'GET', `/api/dossiers/${dossierId}`)).json<Record<string, unknown>>(),
      ],
      ['/api/folders', (await portal.as('dealer', 'GET', `/api/folders/${folderId}`)).json<Record<string, unknown>>()],
    ] as const;
    for (const [url, { lastModifiedDate: _any, ...row }] of edits) {
      const fields = [...Object.keys(row), 'lastModifiedDate', 'hst', 'brand'];
      for (const [index, value] of values.entries()) {
        const field = fields[index % fields.length] ?? 'id';
        const answer = await portal.as('dealer', 'PUT', url, { ...row, [field]: value });
        expect(answer.statusCode, `${field} ${JSON.stringify(value).slice(0, 90)}: ${answer.body}`).toBeLessThan(500);
      }
    }
  });

  it('in a document’s fields are no defect', async () => {
    const fields = ['type', 'sigType', 'fileName', 'mimeType', 'fileSize', 'content', 'variableFields', 'folderId'];
    for (const [index, value] of values.entries()) {
      const field = fields[index % fields.length] ?? 'fileName';
      const payload = { folderId, ...(await portal.document({ variableFields: { X: value } })), [field]: value };
      await expectNoDefect('/api/documents', payload);
    }
  });

  it('in criteria are no defect', async () => {
    for (const value of values) {
      for (const url of ['/api/dossiers/search', '/api/folders-ext/search', '/api/documents-ext/search']) {
        await expectNoDefect(url, { genericFilter: { contains: value } });
        await expectNoDefect(url, { lastName: { in: [value] }, id: { equals: value } });
        await expectNoDefect(url, { createdDate: { greaterThan: value }, createdBy: value });
      }
    }
  });

  it('of any shape at all are no defect', async () => {
    const urls = [
      '/api/dossiers',
      '/api/folders',
      '/api/documents',
      '/api/documents/wizard',
      '/api/dossiers/search',
      '/api/folders-ext/search',
      '/api/documents-ext/search',
      '/tools/conc/list',
    ];
    const keys = fc.constantFrom(
      'dossier',
      'folder',
      'document',
      'id',
      'status',
      'equals',
      'brand',
      'hst',
      'fields',
      'x',
    );
    const body = fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...urls), body, (url, payload) => expectNoDefect(url, payload)),
      { numRuns: 300 },
    );
  });
});
