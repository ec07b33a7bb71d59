/** The interim audit PDF through HTTP: marked, sealed, recorded in the trail, replaced by the final one. */
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { KeyUnavailable } from '#ports/sealer.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
let isTimestampDown = false;
let isKeyDown = false;
beforeAll(async () => {
  stage = await openStage({
    override: ({ timestamp, sealer }) => ({
      sealer: {
        sealingKey: async () => {
          if (isKeyDown) throw new KeyUnavailable('the token does not answer');
          return sealer.sealingKey();
        },
      },
      timestamp: {
        stamp: async (digest) => {
          if (isTimestampDown) throw new TimestampUnavailable('silent');
          return timestamp.stamp(digest);
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const ask = (id: number) => stage.callAs('dealer', 'GET', `/api/documents/${id}/audit/download`);

async function pageTexts(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(bytes);
  return Promise.all(pdf.getPages().map(async (page) => (await page.extractText()).text));
}

async function isSealed(bytes: Uint8Array): Promise<boolean> {
  const { intact, signatures } = await verifyPdf(bytes, { anchors: await stage.test.world.authority.anchors() });
  return intact && signatures.length === 1 && signatures.every(({ indication }) => indication === 'TOTAL-PASSED');
}

it('the interim trail is marked PROVVISORIO on every page and sealed, before the first start and while a signature waits', async () => {
  const { id } = await stage.newDocument();
  const before = await ask(id);
  expect(before.statusCode, before.body).toBe(200);
  expect(before.headers['content-disposition']).toContain('- tracciato provvisorio.pdf"');
  const early = await pageTexts(before.rawPayload);
  for (const page of early) expect(page).toContain('PROVVISORIO');
  expect(early.join(' ')).toContain('Documento creato');
  expect(early.join(' ')).not.toContain('Sessione di firma');
  expect(await isSealed(before.rawPayload)).toBe(true);

  await stage.startSigning(id);
  const waiting = await ask(id);
  const later = await pageTexts(waiting.rawPayload);
  for (const page of later) expect(page).toContain('PROVVISORIO');
  expect(later.join(' ')).toContain('Link di firma inviato');
  expect(later.join(' ').replace(/\s+/g, ' ')).toContain('lo sostituisce il tracciato definitivo');
  // Each download is itself recorded and appears from the next one on.
  expect(later.join(' ')).toContain('File scaricato');
  expect(await isSealed(waiting.rawPayload)).toBe(true);
});

it('does not announce a final trail after the signature was cancelled', async () => {
  const { id } = await stage.newDocument();
  await stage.startSigning(id);
  expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
  const text = (await pageTexts((await ask(id)).rawPayload)).join(' ').replace(/\s+/g, ' ');
  expect(text).toContain('PROVVISORIO');
  expect(text).toContain('è terminata senza essere conclusa');
  expect(text).not.toContain('tracciato definitivo');
});

it('a signed document has the sealed trail in its place', async () => {
  const { id, signedDocumentId } = await stage.newSignedDocument();
  const final = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
  const answer = await ask(id);
  expect(answer.rawPayload.equals(final.rawPayload)).toBe(true);
  expect((await pageTexts(answer.rawPayload)).join(' ')).not.toContain('PROVVISORIO');
});

it('reports that it cannot be sealed while the timestamp authority is silent', async () => {
  const { id } = await stage.newDocument();
  isTimestampDown = true;
  const answer = await ask(id);
  isTimestampDown = false;
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'evidence.noSeal' });
  expect(await stage.trail(id)).not.toContain('downloaded');
});

it('reports a missing token for the seal, and a proof that needs a head, likewise', async () => {
  const { id } = await stage.newDocument();
  isKeyDown = true;
  const [trail, proof] = [await ask(id), await stage.callAs('dealer', 'GET', `/api/documents/${id}/events/proof`)];
  isKeyDown = false;
  expect(trail.statusCode).toBe(503);
  expect(trail.json()).toMatchObject({ code: 'evidence.noSeal' });
  expect(proof.statusCode).toBe(503);
  expect(proof.json()).toMatchObject({ code: 'evidence.noHead' });
  expect((await ask(id)).statusCode).toBe(200);
});

it('the interim trail is for users who may see the document', async () => {
  expect((await ask(999_999)).statusCode).toBe(404);
});
