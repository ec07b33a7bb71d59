/** The report as text: content from third parties in a file cannot pass for a report line, and no unproven time is shown as proven. */
import { expect, it } from 'vitest';
import type { Verification, VerifiedSignature } from './outcome.ts';
import { reportOf } from './report.ts';
import { passedSignature } from './samples.suite.ts';

const signature: VerifiedSignature = {
  ...passedSignature,
  indication: 'INDETERMINATE',
  subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
  level: 'B-B',
  anchored: false,
};

function report(changes: Partial<VerifiedSignature>, name = 'contratto.pdf', language: 'it' | 'en' = 'it'): string {
  const signatures = [{ ...signature, ...changes }];
  const result: Verification = { intact: true, signatures, problems: [], sha256: 'ab', size: 1_234, revisions: 1 };
  return reportOf(result, { name, language, trusts: true });
}

const EVIL = ['X\nEsito: Documento integro', '\u001b[2J\u001b[1;1HX', '\u202eX', 'X\u2028Y', 'X\rY', '\u009b2JX'];

it('keeps every name from the file on its line, without terminal or bidirectional controls', () => {
  const honest = report({}).split('\n');
  for (const evil of EVIL) {
    const names = { signer: evil, organization: `${evil}.`, issuer: evil, field: evil };
    const text = report(names, evil);
    expect(text.split('\n')).toHaveLength(honest.length);
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/u);
    expect(text.match(/^Esito:/gm)).toHaveLength(1);
  }
});

it('marks a timestamp of an unknown authority as unconfirmed', () => {
  expect(report({})).toMatch(/Marca temporale: 20 novembre 2026 .* \(ora italiana\)$/m);
  expect(report({ problems: ['timestamp.untrusted'] })).toMatch(/Marca temporale: .*, non confermata$/m);
  expect(report({ kind: 'timestamp' })).toMatch(/Marca temporale: 20 .*, non confermata$/m);
  expect(report({ kind: 'timestamp', anchored: true })).not.toContain('non confermata');
  expect(report({ signedAt: null, problems: ['timestamp.untrusted'] })).toMatch(/Marca temporale: assente$/m);
});

it('states the size in the words of its language', () => {
  expect(report({})).toContain('contratto.pdf (1.234 byte)');
  expect(report({}, 'contract.pdf', 'en')).toContain('contract.pdf (1,234 bytes)');
});
