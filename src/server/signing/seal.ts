/** The provider's seal with its timestamp (P-10), on signed files and on trails alike; it closes in the validation data. */
import { romeShort } from '#domain/signing/printed-time.ts';
import type { AppliedSignature } from '#pdf/sign.ts';
import type { ValidationMaterial } from '#pdf/validation-data.ts';
import type { World } from '../world.ts';

/** The authorities' certificates and newest revocation lists, which every path of the product's files needs. */
export async function validationMaterial(world: World): Promise<ValidationMaterial> {
  const published = await world.authority.published(world.clock.now());
  return { certificates: published.map(({ certificate }) => certificate), crls: published.map(({ crl }) => crl) };
}

/**
 * @param bytes are lent: whoever asks goes on with those that come back. @param request.certify as the file's first signature. @param request.for the dealer as customers know it.
 * @param request.concluded false on a file that not everybody has signed: it must not be taken for a signed one.
 */
export async function applySeal(
  world: World,
  bytes: Uint8Array,
  request: { field: string; certify: boolean; for: string; concluded?: boolean },
): Promise<AppliedSignature> {
  const now = world.clock.now();
  const { concluded = true } = request;
  return world.pdf.sign(bytes, {
    field: request.field,
    key: await world.sealer.sealingKey(),
    stamp: (digest) => world.timestamp.stamp(digest),
    certify: request.certify,
    lock: true,
    validation: await validationMaterial(world),
    signedAt: now,
    reason: concluded ? 'Sigillo del servizio di firma' : 'Firma non conclusa: file conservato come prova',
    appearance: {
      kind: 'seal',
      demo: world.settings.mode === 'demo',
      lines: [
        ...(concluded ? ['Sigillo elettronico'] : ['Firma non conclusa', 'Sigillo elettronico']),
        `per ${request.for}`,
        `Apposto il ${romeShort(now)}`,
      ],
    },
  });
}
