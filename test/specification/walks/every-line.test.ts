/** Every line of the specification's section 7 against a listening server: its promise, and every refusal its endpoints document. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalsOf } from '#contract/definition/refusals.ts';
import { OPERATIONS } from '#contract/index.ts';
import { REFUSALS, type RefusalCode } from '#domain/errors.ts';
import { shapeProblem } from '../../attacks/http/raw-http.ts';
import { guardProof } from '../guard-refusals.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import { ADHERENCES } from '../proofs/adherences.ts';
import { CONSENTS } from '../proofs/consents.ts';
import { CONTACTS } from '../proofs/contacts.ts';
import { CUSTOMERS } from '../proofs/customers.ts';
import { DEVICES } from '../proofs/devices.ts';
import { DOCUMENTS } from '../proofs/documents.ts';
import { EVIDENCE } from '../proofs/evidence.ts';
import { FOLDERS } from '../proofs/folders.ts';
import { HANDWRITING } from '../proofs/handwriting.ts';
import { INTEGRATIONS } from '../proofs/integrations.ts';
import { PARTNERS } from '../proofs/licences.ts';
import { OWN_SIGNATURES } from '../proofs/own-signatures.ts';
import { PAPERS } from '../proofs/papers.ts';
import { PHOTO_LINKS } from '../proofs/photo-links.ts';
import { QR } from '../proofs/qr.ts';
import { SIGNATURE_PLACES } from '../proofs/signature-places.ts';
import { SIGNER } from '../proofs/signer.ts';
import { SIGNING } from '../proofs/signing.ts';
import { TABLETS } from '../proofs/tablets.ts';
import { PEOPLE } from '../proofs/users.ts';
import { SECTIONS } from '../section-lines.ts';
import { type Answer, openTestApi, type TestApi } from '../test-api.ts';

const PROOFS: Proofs = {
  ...PEOPLE,
  ...CUSTOMERS,
  ...FOLDERS,
  ...DOCUMENTS,
  ...SIGNER,
  ...SIGNING,
  ...CONTACTS,
  ...EVIDENCE,
  ...PHOTO_LINKS,
  ...QR,
  ...OWN_SIGNATURES,
  ...SIGNATURE_PLACES,
  ...TABLETS,
  ...DEVICES,
  ...HANDWRITING,
  ...CONSENTS,
  ...ADHERENCES,
  ...PAPERS,
  ...PARTNERS,
  ...INTEGRATIONS,
};

/** Refusals that need an outage of the whole server or a change during a call, with the test that causes one. */
const TESTED_ELSEWHERE: Partial<Record<RefusalCode, string>> = {
  'system.unavailable': 'src/server/identity/sign-ins/password-login.test.ts',
  'system.busy': 'src/server/http/overload/call-gate.test.ts',
  'system.defect': 'src/server/http/response/errors.test.ts',
  'system.full': 'src/server/documents/intake/files.test.ts',
  'paperVersion.ownAccount': 'src/server/papers/two-person-approval.test.ts',
  'administrator.ownAccount': 'src/server/identity/administrators/administrators.test.ts',
  'administrator.lapsed': 'src/server/identity/administrators/administrators.test.ts',
  'administrator.expired': 'src/server/identity/administrators/administrators.test.ts',
  'signing.wordOwnAccount': 'test/attacks/unconfirmed-contact.test.ts',
  'dealers.unavailable': 'src/server/dealers/dealers.test.ts',
  'signing.changedMeanwhile': 'src/server/signing/start/generated.test.ts',
  'evidence.noHead': 'src/server/signing/archive/bundle.test.ts',
  'evidence.headRefused': 'src/server/signing/archive/bundle.test.ts',
  'evidence.noSeal': 'src/server/signing/complete/interim-trail.test.ts',
};

/** Always refused: accounts are managed at the identity provider. */
const ALWAYS_REFUSED = ['register', 'forgotPassword'];

const byId = new Map(OPERATIONS.map(({ id, endpoint }) => [id, endpoint]));

function endpointOf(id: string) {
  const endpoint = byId.get(id);
  if (endpoint === undefined) throw new Error(`The contract has no ${id}`);
  return endpoint;
}

const proofOf = (id: string) => PROOFS[id] ?? { success: {} };

function provokeCallFor(id: string, code: RefusalCode): ProvokeCall | undefined {
  const proof = proofOf(id);
  return proof.refusals?.[code] ?? guardProof(endpointOf(id), code, proof);
}

const isTestedElsewhere = (code: RefusalCode): boolean => TESTED_ELSEWHERE[code] !== undefined;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

function expectRefusal(answer: Answer, code: RefusalCode): void {
  const { status } = REFUSALS[code];
  expect([answer.statusCode, answer.body.slice(0, 400)], code).toEqual([status, expect.stringContaining(`"${code}"`)]);
  expect(shapeProblem(status, answer.headers['content-type']?.toString(), answer.body)).toBeNull();
  expect(answer.json().code).toBe(code);
  const waits = status === 429 || status === 503;
  expect(answer.headers['retry-after'] !== undefined, 'Retry-After').toBe(waits);
}

describe('the table of calls', () => {
  it('names endpoints of the contract, each in one line', () => {
    const named = SECTIONS.flatMap(({ lines }) => lines.flatMap(({ calls }) => calls));
    expect([...named].sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });

  it('uses method and path of every call as the line does', () => {
    const spelled = SECTIONS.filter(({ name }) => !/not listed|Beyond/.test(name)).flatMap(({ lines }) => lines);
    for (const { says, calls } of spelled) {
      for (const id of calls) {
        const { path } = endpointOf(id);
        const tail = id === 'listDealers' ? '/conc/list' : path;
        expect(says, `${id} ${path}`).toContain(tail);
      }
    }
  });

  it('has a proof of success for every endpoint and for no others', () => {
    const without = [...byId.keys()].filter((id) => Object.keys(proofOf(id).success).length === 0);
    expect(without.sort()).toEqual([...ALWAYS_REFUSED].sort());
    expect(Object.keys(PROOFS).filter((id) => !byId.has(id))).toEqual([]);
  });

  it('provokes every documented error of every endpoint, and no other', () => {
    const unproved = [...byId].flatMap(([id, endpoint]) =>
      refusalsOf(endpoint)
        .filter((code) => !isTestedElsewhere(code) && provokeCallFor(id, code) === undefined)
        .map((code) => `${id} ${code}`),
    );
    expect(unproved).toEqual([]);
    const undocumented = Object.entries(PROOFS).flatMap(([id, { refusals = {} }]) =>
      Object.keys(refusals)
        .filter((code) => !refusalsOf(endpointOf(id)).includes(code as RefusalCode))
        .map((code) => `${id} ${code}`),
    );
    expect(undocumented).toEqual([]);
  });

  it.each(Object.entries(TESTED_ELSEWHERE))('leaves %s to %s, which provokes it', (code, file) => {
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(code);
  });
});

describe.each(SECTIONS.map((section) => [section.name, section.lines] as const))('%s', (_name, lines) => {
  describe.each(lines.map(({ says, calls }) => [says, calls] as const))('%s', (_says, calls) => {
    describe.each(calls.map((id) => [`${endpointOf(id).method} ${endpointOf(id).path}`, id] as const))(
      '%s',
      (_, id) => {
        const endpoint = endpointOf(id);
        const { success } = proofOf(id);

        for (const [what, call] of Object.entries(success)) {
          it(`answers ${what}`, async () => {
            const answer = await call(api);
            const part = what.startsWith('a part') ? 206 : endpoint.status;
            expect([answer.statusCode, answer.statusCode === part ? '' : answer.body]).toEqual([part, '']);
            if (endpoint.binary !== undefined) expect(endpoint.binary).toContain(answer.headers['content-type']);
            if (endpoint.status === 204) expect(answer.body).toBe('');
          });
        }

        for (const code of refusalsOf(endpoint)) {
          const provoke = provokeCallFor(id, code);
          if (isTestedElsewhere(code) || provoke === undefined) continue;
          it(`refuses with ${REFUSALS[code].status} ${code}`, async () => expectRefusal(await provoke(api), code));
        }
      },
    );
  });
});

describe('Single sign-on entry', () => {
  it('/sso/auth/?RelayState={domain}/logged?redirect={path} sends the browser to the identity provider', async () => {
    const entry = `/sso/auth/?RelayState=http://127.0.0.1:${api.port}/logged?redirect=/app/dossiers?page=2&size=5`;
    const answer = await api.ask({ method: 'GET', path: entry });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/idp\.example\.com\/authorize\?state=/),
    ]);
    const kept = await api.database.read.selectFrom('sign_in_request').select('redirect').execute();
    expect(kept).toEqual([{ redirect: '/app/dossiers?page=2&size=5' }]);
  });

  it('does not redirect to another domain', async () => {
    const answer = await api.ask({ method: 'GET', path: '/sso/auth/?RelayState=https://altrove.example.com/logged' });
    expect(answer.statusCode).toBe(303);
    const kept = await api.database.read.selectFrom('sign_in_request').select('redirect').execute();
    expect(kept.map(({ redirect }) => redirect)).toContain('/');
  });
});
