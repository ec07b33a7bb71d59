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
export async function ownCheck(world: World, { signatures }: Expected): Promise<VerifyOptions> {
  return {
    anchors: await world.authority.anchors(),
    timestampAnchors: await world.authority.timestampAnchors(),
    at: world.clock.now(),
    expected: { signatures },
  };
}

/**
 * @throws SelfCheckFailed unless the file is intact and carries exactly these signatures, each TOTAL-PASSED and of this level (document timestamps have no level).
 */
export function requirePassed(result: Verification, { signatures, level }: Expected): void {
  const holds = (one: VerifiedSignature): boolean =>
    one.indication === 'TOTAL-PASSED' && (one.kind === 'timestamp' || one.level === level);
  const bad = result.signatures.filter((one) => !holds(one));
  if (result.intact && bad.length === 0 && result.signatures.length === signatures) return;
  const problems = [
    ...result.problems,
    ...bad.flatMap((one) => [`${one.field}: ${one.subIndication ?? one.level}`, ...one.problems]),
  ];
  throw new SelfCheckFailed(`${result.signatures.length} of ${signatures} signatures; ${problems.join(', ')}`);
}

/**
 * @param bytes are transferred: the caller continues with the returned ones.
 * @throws SelfCheckFailed as {@link requirePassed}
 */
export async function checkOwnOutput(world: World, bytes: Uint8Array, expected: Expected): Promise<Uint8Array> {
  const { verification, bytes: returned } = await world.pdf.verify(bytes, await ownCheck(world, expected));
  requirePassed(verification, expected);
  return returned;
}
