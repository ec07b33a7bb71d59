/** The sealed trail states whether a signature is an advanced one, which adherence it rests on, and who identified the customer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedText } from '../../../test/papers/printed-text.ts';
import { type FeaStage, IDENTITY, openFeaStage } from '../../../test/stages/fea-stage.ts';

let fea: FeaStage;
beforeAll(async () => {
  fea = await openFeaStage();
});
afterAll(() => fea.stage.close());

async function printedTrail(id: number): Promise<string> {
  const { signedDocumentId } = await fea.stage.document(id);
  const path = `/api/audit-documents/signed/${signedDocumentId}/download`;
  const { rawPayload } = await fea.stage.callAs('dealer', 'GET', path);
  return printedText(rawPayload);
}

describe('the sealed trail', () => {
  it('of an advanced signature names the adherence, its module and the terms', async () => {
    const origin = await fea.newAdherence();
    await fea.sign(origin.id, origin.customer);
    const { current } = await fea.read(origin.dossierId);
    const printed = await printedTrail(origin.id);
    expect(printed).toContain('Firma elettronica avanzata (FEA)');
    expect(printed).toContain(`Modulo FEA n. ${origin.moduleId}, condizioni bozza 1`);
    expect(printed.replace(/\s/g, '')).toContain(current?.signedSha256 ?? 'nothing');
    expect(await fea.stage.trail(origin.id)).toContain('fea.used');
  });

  it('of a module names the user who identified the customer and masks the identity document’s number', async () => {
    const { moduleId } = await fea.newAdherence();
    const printed = await printedTrail(moduleId);
    expect(printed).toMatch(/Identità verificata\s+di persona, dall’utente dealer,/);
    expect(printed).toMatch(/Carta d’identità \*\*\*0AA, scade il\s+01\/01\/2041/);
    expect(printed).not.toContain(IDENTITY.number);
    expect(printed).not.toContain('Firma elettronica avanzata (FEA)');
  });

  it('of a simple signature contains neither', async () => {
    const origin = await fea.newFeaDocument();
    const simple = await fea.addDocument(origin, { sigType: 'OTP' });
    await fea.sign(simple, origin.customer);
    expect(await fea.stage.trail(simple)).not.toContain('fea.used');
    expect(await printedTrail(simple)).not.toContain('avanzata');
  });
});
