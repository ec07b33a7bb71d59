/** The format of a proof: reading reverses writing, and other texts are refused. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { EMPTY_SHA256, readProof, statementOfCall, statementOfPairing, writeProof } from './proof.ts';

const proof = { keyId: 'a'.repeat(64), time: 1_795_000_000_000, nonce: 'n'.repeat(22), signature: 's'.repeat(86) };

it('a proof round-trips', () => expect(readProof(writeProof(proof))).toEqual(proof));

it.each([
  ['', 'nothing'],
  [writeProof({ ...proof, keyId: 'A'.repeat(64) }), 'another alphabet'],
  [writeProof({ ...proof, nonce: 'n'.repeat(21) }), 'a short nonce'],
  [writeProof({ ...proof, signature: `${'s'.repeat(85)}=` }), 'padding'],
  [`${writeProof(proof)};x`, 'more'],
  [writeProof({ ...proof, time: 12 }), 'a time of long ago'],
])('a proof is not %s (%s)', (header) => expect(readProof(header)).toBeNull());

it('a proof covers each part on a separate line', () => {
  const call = { method: 'GET', path: '/api/device?x=1', bodySha256: EMPTY_SHA256 };
  const lines = statementOfCall(call, proof).split('\n');
  expect(lines).toEqual([
    'fascicolo-device-call-1',
    'GET',
    '/api/device?x=1',
    EMPTY_SHA256,
    proof.keyId,
    '1795000000000',
    proof.nonce,
  ]);
  expect(EMPTY_SHA256).toBe(createHash('sha256').digest('hex'));
  expect(statementOfPairing('C', 'K')).toBe('fascicolo-device-pairing-1\nC\nK');
});
