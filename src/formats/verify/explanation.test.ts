/** Every outcome has its own text, and the verdict on a whole file raises no false alarm. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CERTAINTY } from '#test/certainty.ts';
import { explanationOf, SUB_INDICATIONS } from './explanation.ts';
import type { Verification, VerifiedSignature } from './outcome.ts';
import { passedSignature } from './samples.suite.ts';
import { type Verdict, verdictOf, verdictText } from './verdict.ts';

describe('each sub-indication', () => {
  it('has its own Italian and English sentence', () => {
    for (const language of ['it', 'en'] as const) {
      const sentences = SUB_INDICATIONS.map((subIndication) =>
        explanationOf({ indication: 'INDETERMINATE', subIndication }, language),
      );
      expect(new Set(sentences).size).toBe(SUB_INDICATIONS.length);
      for (const sentence of sentences) expect(sentence).toMatch(/^[A-ZÈ].{30,}\.$/);
    }
  });

  it('is one that the verifier returns', () => {
    const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
    const source = read('./judgement.ts') + read('./index.ts');
    for (const name of SUB_INDICATIONS) expect(source, name).toContain(`'${name}'`);
  });

  it('that is unknown is explained by its indication', () => {
    const explanation = explanationOf({ indication: 'TOTAL-FAILED', subIndication: 'NEVER_HEARD' }, 'it');
    expect(explanation).toBe('La firma non è valida.');
  });
});

const signature: VerifiedSignature = { ...passedSignature, timestampedBy: null, revision: 2, signedAt: null };
const foreign: Partial<VerifiedSignature> = {
  indication: 'INDETERMINATE',
  subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
};

function verdict(changes: Partial<VerifiedSignature>, fileChanges: Partial<Verification> = {}) {
  const signatures = [signature, { ...signature, ...changes }];
  const base = { problems: [], sha256: '', size: 1, revisions: 3 };
  return verdictOf({ intact: true, signatures, ...base, ...fileChanges });
}

describe('the verdict on a file', () => {
  it.each<[string, Partial<VerifiedSignature>, Partial<Verification>]>([
    ['valid', {}, {}],
    ['foreign', foreign, {}],
    ['undecided', { indication: 'INDETERMINATE', subIndication: 'TRY_LATER' }, {}],
    ['failed', { indication: 'TOTAL-FAILED', subIndication: 'EXPIRED' }, {}],
    ['altered', { digestOk: false, problems: ['cms.digest'] }, { intact: false }],
    ['altered', { changesAfter: ['change.page: 3'] }, { intact: false }],
    ['altered', {}, { intact: false, problems: ['file.trailingBytes'] }],
    ['altered', { valueOk: false, problems: ['cms.algorithm', 'cms.value'] }, { intact: false }],
    ['altered', { valueOk: false, coversWholeRevision: false, problems: ['cms.unreadable'] }, { intact: false }],
    ['unknownForm', { digestOk: false, valueOk: false, problems: ['cms.unreadable'] }, { intact: false }],
    ['unknownForm', { digestOk: false, problems: ['cms.algorithm'] }, { intact: false }],
    ['unknownForm', { digestOk: false, valueOk: false, problems: ['certificate.missing'] }, { intact: false }],
    ['unknownForm', { valueOk: false, problems: ['cms.unsupported'] }, { intact: false }],
    ['unknownForm', { digestOk: false, valueOk: false, problems: ['cms.format'] }, { intact: false }],
    ['altered', { digestOk: false, problems: ['cms.algorithm', 'cms.digest'] }, { intact: false }],
    ['altered', { digestOk: false, problems: ['cms.enclosed'] }, { intact: false }],
    ['extended', { changesAfter: ['later.filledIn'] }, { intact: false }],
    ['altered', { changesAfter: ['later.filledIn', 'change.page: 3'] }, { intact: false }],
    ['extended', {}, { intact: false, problems: ['file.endOfLine'] }],
    [
      'unknownForm',
      { digestOk: false, problems: ['cms.unsupported'] },
      { intact: false, problems: ['file.endOfLine'] },
    ],
    ['damaged', {}, { intact: false, problems: ['file.unreadable: no end'] }],
    ['damaged', { revision: 0 }, { intact: false, problems: ['file.trailingBytes'] }],
    ['damaged', {}, { intact: false, signatures: [], problems: ['file.trailingBytes', 'file.notSigned'] }],
    ['unreadable', {}, { intact: false, signatures: [], problems: ['file.unreadable: no end'] }],
    ['encrypted', {}, { intact: false, problems: ['file.encrypted'] }],
    ['unreadable', {}, { intact: false, signatures: [], problems: ['file.notPdf'] }],
    ['envelope', {}, { intact: false, signatures: [], problems: ['file.envelope'] }],
    ['unsigned', {}, { intact: false, signatures: [], problems: ['file.notSigned'] }],
  ])('is %s for %j in %j', (expected, changes, fileChanges) => expect(verdict(changes, fileChanges)).toBe(expected));

  it('uses the singular for one signature, whatever else is in the file', () => {
    const titleOf = (...kinds: ('signature' | 'seal')[]) =>
      verdictText(
        'valid',
        'it',
        kinds.map((kind) => ({ kind })),
      ).title;
    expect(titleOf('signature', 'seal')).toBe('Documento integro, firma valida');
    expect(titleOf('signature', 'signature')).toBe('Documento integro, firme valide');
  });

  it('has a title and a sentence in both languages, and a foreign signature is never called invalid', () => {
    for (const verdictName of Object.keys(CERTAINTY) as Verdict[]) {
      const [it_, en] = [verdictText(verdictName, 'it'), verdictText(verdictName, 'en')];
      expect(it_.title).not.toBe(en.title);
      expect(it_.text).toMatch(/\.$/);
    }
    expect(Object.values(verdictText('foreign', 'it')).join(' ')).not.toMatch(/non valid[ao]|falsa/i);
  });
});
