/** Applies the provider's seal with its timestamp and embedded validation data, on signed files and audit PDFs. */
import { romeShort } from '#domain/signing/trail/printed-time.ts';
import type { SealRequest } from '#pdf/pool.ts';
import type { SealedSeries } from '#pdf/signing/apply-series.ts';
import type { ValidationMaterial } from '#pdf/signing/validation-data.ts';
import type { World } from '../../world.ts';
import { requirePassed, verifyOptionsFor } from './self-check.ts';

/** The authorities' certificates and newest revocation lists, needed for every path in the product's files. */
export async function loadValidationMaterial(world: World): Promise<ValidationMaterial> {
  const published = await world.authority.published(world.clock.now());
  return { certificates: published.map(({ certificate }) => certificate), crls: published.map(({ crl }) => crl) };
}

type Signatures = SealRequest['signatures'];

interface Sealing {
  readonly field: string;
  /** Certify as the file's first signature. */
  readonly certify: boolean;
  /** The dealer's name towards customers. */
  readonly for: string;
  /** False for a file that not all signers have signed, which must not be taken for a signed one. */
  readonly concluded?: boolean;
}

async function buildSeal(world: World, request: Sealing): Promise<Signatures[number]> {
  const now = world.clock.now();
  const { concluded = true } = request;
  return {
    field: request.field,
    key: await world.sealer.sealingKey(),
    certify: request.certify,
    lock: true,
    validation: await loadValidationMaterial(world),
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
  };
}

/**
 * Signs, seals and checks in one call outside the main thread, which supplies keys and timestamps.
 * @param applySeries runs the whole series: in the given order, the seal last.
 * @returns a result that passed our own verifier and may be stored. @throws SelfCheckFailed; errors of keys and
 * authorities.
 */
export async function sealWith(
  world: World,
  signatures: Signatures,
  sealing: Sealing,
  applySeries: (request: SealRequest) => Promise<SealedSeries>,
): Promise<SealedSeries> {
  const expected = { signatures: signatures.length + 1, level: 'B-LT' } as const;
  const sealed = await applySeries({
    signatures: [...signatures, await buildSeal(world, sealing)],
    stamp: (digest) => world.timestamp.stamp(digest),
    verify: await verifyOptionsFor(world, expected),
  });
  requirePassed(sealed.verification, expected);
  return sealed;
}
