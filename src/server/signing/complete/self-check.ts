/** Verifies the product's own output before it is stored: its verifier must pass all of it. */
import type { Verification, VerifiedSignature, VerifyOptions } from '#formats/verify/index.ts';
import type { World } from '../../world.ts';

/** The output did not pass the product's own verifier: nothing is stored, and the job fails and retries. */
export class SelfCheckFailed extends Error {
  override readonly name = 'SelfCheckFailed';
}

interface Expected {
  readonly signatures: number;
  readonly level: 'B-LT' | 'B-LTA';
}

/** Options for verifying our own output: with the anchors that its readers will use. */
export async function verifyOptionsFor(world: World, { signatures }: Expected): Promise<VerifyOptions> {
  return {
    anchors: await world.authority.anchors(),
    timestampAnchors: await world.authority.timestampAnchors(),
    at: world.clock.now(),
    expected: { signatures },
  };
}

/**
 * @throws SelfCheckFailed unless the file is intact and has exactly these signatures, each TOTAL-PASSED and of this level (document timestamps have no level).
 */
export function requirePassed(result: Verification, { signatures, level }: Expected): void {
  const isPassed = (signature: VerifiedSignature): boolean =>
    signature.indication === 'TOTAL-PASSED' && (signature.kind === 'timestamp' || signature.level === level);
  const failed = result.signatures.filter((signature) => !isPassed(signature));
  if (result.intact && failed.length === 0 && result.signatures.length === signatures) return;
  const problems = [
    ...result.problems,
    ...failed.flatMap((one) => [`${one.field}: ${one.subIndication ?? one.level}`, ...one.problems]),
  ];
  throw new SelfCheckFailed(`${result.signatures.length} of ${signatures} signatures; ${problems.join(', ')}`);
}

/**
 * @param bytes are transferred: the caller continues with the returned ones.
 * @throws SelfCheckFailed as {@link requirePassed}
 */
export async function checkOwnOutput(world: World, bytes: Uint8Array, expected: Expected): Promise<Uint8Array> {
  const { verification, bytes: returned } = await world.pdf.verify(bytes, await verifyOptionsFor(world, expected));
  requirePassed(verification, expected);
  return returned;
}
