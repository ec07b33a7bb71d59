/**
 * Rows of the authorisation matrix on the texts of papers: administrators write and publish, the national organisation
 * reads, all others are refused.
 */
import { draftTexts, paperTypes } from '../../src/domain/papers/compose-paper.ts';
import { type Caller, mayEver, type Right } from './callers.ts';
import type { Fixture, IdsByName } from './matrix-fixture.ts';
import type { Request, Row } from './matrix-row.ts';

const TYPES = paperTypes.filter((type) => draftTexts(type, 'it') !== undefined);
const ENTITIES = ['LE001', 'LE002', 'LE003', 'LE004', 'LE005', null];
let number = 0;

/** For a scope that has no version in progress. */
export function newVersion(): object {
  number += 1;
  const type = TYPES[number % TYPES.length] ?? '';
  const legalEntity = ENTITIES[Math.floor(number / TYPES.length) % ENTITIES.length];
  return { kind: 'CLAUSES', type, legalEntity, version: `m${number}`, clauses: draftTexts(type, 'it')?.clauses };
}

const VERSIONS = ['draft', 'submitted', 'absent'];
const versionId = (versions: IdsByName, name: string): number => versions[name] ?? 0;

const row = (
  route: string,
  right: Right,
  places: readonly string[],
  request: (fixture: Fixture, place: string) => Request,
  expected: (place: string) => number,
  overrides: Partial<Row> = {},
): Row => ({
  route,
  places,
  request,
  expected: (caller: Caller, place) => (mayEver(caller, right) ? expected(place) : 403),
  success: right === 'see templates' ? 'none' : 'change',
  ...overrides,
});

const at =
  (act: string, body: object = {}) =>
  ({ paperVersions }: Fixture, name: string): Request => ({
    url: `/api/paper-versions/${versionId(paperVersions, name)}${act}`,
    body,
  });
const DIGEST = { digest: '0'.repeat(64) };

async function createDraft(fixture: Fixture): Promise<number> {
  const answer = await fixture.stage.callAs('admin', 'POST', '/api/paper-versions', newVersion());
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ id: number }>().id;
}
/** The outcome depends on the state that the version must have: a draft, or submitted. */
const when = (requiredState: string, success: number) => (name: string) => {
  if (name === 'absent') return 404;
  return name === requiredState ? success : 409;
};

export const PAPER_ROWS: readonly Row[] = [
  row(
    'GET /api/papers',
    'see templates',
    ['here'],
    () => ({ url: '/api/papers' }),
    () => 200,
  ),
  row(
    'GET /api/papers/:type',
    'see templates',
    ['FEA_MODULE', 'OTHER_IDENTITY'],
    (_fixture, type) => ({ url: `/api/papers/${type}` }),
    (type) => (type === 'FEA_MODULE' ? 200 : 404),
  ),
  // Permitted callers get the answer that there is nothing to preview; the preview is counted.
  row(
    'POST /api/papers/preview',
    'see templates',
    ['here'],
    () => ({ url: '/api/papers/preview', body: { type: 'OTHER_IDENTITY' } }),
    () => 400,
  ),
  row(
    'GET /api/paper-versions',
    'see templates',
    ['here'],
    () => ({ url: '/api/paper-versions' }),
    () => 200,
  ),
  row(
    'GET /api/paper-versions/:id',
    'see templates',
    VERSIONS,
    ({ paperVersions }, name) => ({ url: `/api/paper-versions/${versionId(paperVersions, name)}` }),
    (name) => (name === 'absent' ? 404 : 200),
  ),
  row(
    'POST /api/paper-versions',
    'edit templates',
    ['here'],
    () => ({ url: '/api/paper-versions', body: newVersion() }),
    () => 201,
  ),
  row(
    'PUT /api/paper-versions',
    'edit templates',
    VERSIONS,
    ({ paperVersions }, name) => ({
      url: '/api/paper-versions',
      body: { id: versionId(paperVersions, name), kind: 'COMPANY', company: { phone: '+39 051 0000000' } },
    }),
    when('draft', 200),
  ),
  row('DELETE /api/paper-versions/:id', 'edit templates', VERSIONS, at(''), when('draft', 204), {
    fresh: async (fixture) => ({ url: `/api/paper-versions/${await createDraft(fixture)}`, body: {} }),
  }),
  row('POST /api/paper-versions/:id/submit', 'edit templates', VERSIONS, at('/submit'), when('draft', 200), {
    fresh: async (fixture) => ({ url: `/api/paper-versions/${await createDraft(fixture)}/submit`, body: {} }),
  }),
  // The only administrator here submitted it, and so cannot publish it.
  row('POST /api/paper-versions/:id/publish', 'edit templates', VERSIONS, at('/publish', DIGEST), when('none', 200)),
  row(
    'POST /api/paper-versions/:id/return',
    'edit templates',
    VERSIONS,
    at('/return', { reason: 'Prova' }),
    when('submitted', 200),
    {
      fresh: async (fixture) => {
        const id = await createDraft(fixture);
        await fixture.stage.callAs('admin', 'POST', `/api/paper-versions/${id}/submit`, {});
        return { url: `/api/paper-versions/${id}/return`, body: { reason: 'Prova' } };
      },
    },
  ),
];
