/** Folder types in the portal: shown with the numbers of their folders and documents, previewed, applied as a whole or not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderTypePreview } from '#contract/installation/folder-types.ts';
import type { ConfiguredFolderType, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { listTrail } from '#server/evidence/index.ts';
import { openPortal, type Portal } from '#test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const PATH = '/api/folder-types';
const inForce = async (): Promise<FolderTypeConfiguration> =>
  JSON.parse((await portal.callAs('dealer', 'GET', '/api/v2/folder-types/ext')).body, (key, value) =>
    key === 'values' ? undefined : value,
  );
async function changed(change: (sale: ConfiguredFolderType) => void): Promise<string> {
  const configuration = await inForce();
  const sale = configuration.find(({ slug }) => slug === 'SALE_NEW');
  if (!sale) throw new Error('There is no SALE_NEW');
  change(sale);
  return JSON.stringify(configuration, null, 2);
}
async function preview(text: string): Promise<FolderTypePreview> {
  const answer = await portal.callAs('admin', 'POST', `${PATH}/preview`, { text });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const apply = (text: string, digest: string) => portal.callAs('admin', 'PUT', PATH, { text, digest });
const versions = async () =>
  (await portal.read.selectFrom('folder_type_configuration').select('version').execute()).length;

describe('a preview', () => {
  it('names what would be added, removed and changed, with the number of existing rows of each', async () => {
    await portal.newDocument(await portal.newFolder(), { type: 'SALE_NEW_RFO' });
    const text = await changed((sale) => {
      sale.displayOrder = 99;
      const rfo = sale.documentTypes.find(({ slug }) => slug === 'SALE_NEW_RFO');
      const unused = sale.documentTypes.findIndex(({ slug }) => slug !== 'FEA_MODULE' && slug !== 'SALE_NEW_RFO');
      sale.documentTypes.splice(unused, 1);
      rfo?.fields.push({ name: 'CANALE', type: 'string', required: 'false', default: null });
      if (rfo) sale.documentTypes.push({ ...rfo, slug: 'SALE_NEW_PROVA' });
    });
    const found = await preview(text);
    expect(found).toMatchObject({ isSame: false, problems: [], missing: [] });
    expect(found.changes.map(({ documentType, kind, count }) => [documentType, kind, count > 0])).toEqual([
      [null, 'changed', true],
      ['SALE_NEW_RFO', 'changed', true],
      ['SALE_NEW_PROVA', 'added', false],
      [expect.any(String), 'removed', false],
    ]);
    expect(found.changes[1]?.parts).toEqual([
      { part: 'field', before: null, after: { name: 'CANALE', type: 'string', required: 'false', default: null } },
    ]);
    expect(await versions()).toBe(0);
  });

  it('of the active version shows no changes, also for the file exported by the portal', async () => {
    const { body } = await portal.callAs('dealer', 'GET', '/api/v2/folder-types/ext');
    expect(await preview(body)).toMatchObject({ isSame: true, problems: [], changes: [] });
  });

  it('after another version was activated shows only the changes against that one', async () => {
    const anchors = [
      { text: 'Firma del cliente', role: 'customer' as const, right: 10, up: 5, width: 180, height: 40 },
    ];
    const anchored = await changed((sale) => {
      for (const type of sale.documentTypes) type.anchors = anchors;
    });
    expect((await apply(anchored, (await preview(anchored)).digest)).statusCode).toBe(200);
    expect(await preview(anchored)).toMatchObject({ isSame: true, changes: [] });
    const text = await changed((sale) => {
      for (const field of sale.fields) if (field.name === 'PLATE') field.required = 'true';
    });
    const plate = { name: 'PLATE', type: 'string', default: null };
    expect((await preview(text)).changes).toMatchObject([
      {
        ...{ folderType: 'SALE_NEW', documentType: null, kind: 'changed' },
        parts: [{ part: 'field', before: { ...plate, required: 'false' }, after: { ...plate, required: 'true' } }],
      },
    ]);
  });

  it('names every problem with its line, in the user’s language', async () => {
    const text = (await changed(() => undefined)).replace('"required": "true"', '"required": "yes"');
    const line = text.split('\n').findIndex((one) => one.includes('"yes"')) + 1;
    const [problem] = (await preview(text)).problems;
    expect(problem).toMatchObject({ line, problem: '“yes” non è né “true” né “false”' });
    const english = await portal.callAs('admin', 'POST', `${PATH}/preview`, { text }, { 'accept-language': 'en' });
    expect(english.json().problems[0]).toMatchObject({ line, problem: '“yes” is neither “true” nor “false”' });
    expect((await preview('[\n{\n')).problems).toMatchObject([{ path: '$', line: 3 }]);
  });
});

describe('an applied file', () => {
  it('is active at once, as a version with an author, recorded in the trail', async () => {
    const text = await changed((sale) => {
      sale.displayOrder = 98;
    });
    const { digest } = await preview(text);
    const answer = await apply(text, digest);
    const version = await versions();
    expect(answer.json()).toMatchObject({ version, loadedBy: 'admin' });
    expect(await inForce()).toEqual(JSON.parse(text));
    const told = (await listTrail(portal.read, 'configuration:folder-types')).at(-1);
    expect(told).toMatchObject({ type: 'folderTypes.loaded', actor: { name: 'admin' }, detail: { version } });
    expect((await portal.callAs('admin', 'GET', PATH)).json()).toMatchObject({ version, loadedBy: 'admin' });
  });

  it('is refused when another version was activated since its preview', async () => {
    const text = await changed((sale) => {
      sale.displayOrder = 97;
    });
    const { digest } = await preview(text);
    const other = await changed((sale) => {
      sale.displayOrder = 96;
    });
    expect((await apply(other, digest)).statusCode).toBe(200);
    const before = await versions();
    const answer = await apply(text, digest);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.stale']);
    expect(await versions()).toBe(before);
  });

  it('is applied once on a double click', async () => {
    const text = await changed((sale) => {
      sale.displayOrder = 95;
    });
    const { digest } = await preview(text);
    const before = await versions();
    const answers = await Promise.all([apply(text, digest), apply(text, digest)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await versions()).toBe(before + 1);
  });

  it('is refused when it has problems or would leave documents without a type', async () => {
    const without = await changed((sale) => {
      sale.documentTypes = sale.documentTypes.filter(({ slug }) => slug !== 'SALE_NEW_RFO');
    });
    const [nul, half] = await Promise.all(
      ['A\u0000', 'A\ud800'].map((name) =>
        changed((sale) => {
          sale.fields.push({ name, type: 'string', required: 'false', default: null });
        }),
      ),
    );
    if (nul === undefined || half === undefined) throw new Error('No file');
    const { digest, missing } = await preview(without);
    expect(missing).toMatchObject([{ folderType: 'SALE_NEW', documentType: 'SALE_NEW_RFO' }]);
    const before = await versions();
    for (const [text, code] of [
      [without, 'folderTypes.inUse'],
      ['{', 'folderTypes.invalid'],
      ['[{}]', 'folderTypes.invalid'],
      [nul, 'folderTypes.invalid'],
      [half, 'folderTypes.invalid'],
    ] as const) {
      expect((await apply(text, digest)).json().code).toBe(code);
    }
    expect(await versions()).toBe(before);
  });
});
