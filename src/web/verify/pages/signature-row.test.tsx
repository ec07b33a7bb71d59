/** A row never looks better than its file, and shows no unproven time as proven. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Verification, VerifiedSignature } from '#formats/verify/index.ts';
import { english } from '../text/en.ts';
import { TextsContext } from '../text/load-texts.ts';
import { SignatureRow } from './signature-row.tsx';

let root: Root;
let container: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  container = document.body.appendChild(document.createElement('ol'));
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  vi.unstubAllGlobals();
});

const good: VerifiedSignature = {
  field: 'Firma1',
  kind: 'signature',
  indication: 'TOTAL-PASSED',
  subIndication: null,
  level: 'B-T',
  signer: 'Ginevra Provetti',
  organization: 'Officina',
  certificateSerial: '01',
  issuer: 'Autorità',
  anchored: true,
  timestampedBy: 'Marche di prova',
  revision: 1,
  signedAt: '2026-11-20T10:00:00.000Z',
  claimedAt: null,
  digestOk: true,
  valueOk: true,
  coversWholeRevision: true,
  changesAfter: [],
  problems: [],
};
const validFile: Verification = { intact: true, signatures: [good], problems: [], sha256: 'ab', size: 1, revisions: 1 };

function show(one: Partial<VerifiedSignature> = {}, file: Partial<Verification> = {}): string {
  const row = <SignatureRow signature={{ ...good, ...one }} later={[]} verification={{ ...validFile, ...file }} />;
  act(() => root.render(row));
  return container.textContent ?? '';
}
const tone = () => container.querySelector('li')?.dataset.tone;

test('a valid signature of an intact file is green and states that nothing was added after it', () => {
  const content = show();
  expect(tone()).toBe('good');
  expect(content).toContain('Firma · Officina · Valida');
  expect(content).toContain('Modifiche successivenessuna');
  expect(content).toContain('rilasciata da: Marche di prova');
  expect(content).not.toContain('non confermata');
});

test('a seal is described as a seal', () => {
  expect(show({ kind: 'seal' })).toContain('Sigillo · Officina · Valido');
  expect(show({ kind: 'seal' }, { intact: false, problems: ['file.trailingBytes'] })).toContain(
    'Il sigillo era valido',
  );
});

test('a valid signature of a file with data after its end is not green and makes no statement about later changes', () => {
  const content = show({}, { intact: false, problems: ['file.trailingBytes'] });
  expect(tone()).toBe('bad');
  expect(content).toContain('Documento modificato dopo');
  expect(content).toContain('Solo per la versione che copre (TOTAL-PASSED)');
  expect(content).not.toContain('Modifiche successive');
  expect(container.querySelector('details')?.open).toBe(true);
});

test('an allowed later change makes it neither green nor red, whoever issued its certificate', () => {
  const completed = { changesAfter: ['later.metadata'] };
  expect(show(completed, { intact: false })).toContain('Documento completato dopo');
  expect(tone()).toBe('waiting');
  const unknown = {
    indication: 'INDETERMINATE',
    subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    anchored: false,
  } as const;
  const content = show({ ...completed, ...unknown }, { intact: false });
  expect(tone()).toBe('waiting');
  expect(content).toContain('Dopo, il documento è stato completato.');
  expect(content).toContain('Osservazioni');
  expect(content).not.toContain('Che cosa non va');
  expect(show({ changesAfter: ['change.pages'], ...unknown }, { intact: false })).toContain(
    'Dopo, il documento è stato modificato.',
  );
  expect(tone()).toBe('bad');
});

test.each([
  { problems: ['timestamp.untrusted'] },
  { kind: 'timestamp', anchored: false },
] satisfies Partial<VerifiedSignature>[])('a timestamp of an unknown authority is not confirmed: %j', (overrides) => {
  const content = show(overrides);
  expect(content).toContain('rilasciata da: Marche di prova, non confermata');
  expect(container.querySelector('.row-when')?.textContent).toContain('Marca temporale non confermata');
  act(() =>
    root.render(
      <TextsContext value={english}>
        <SignatureRow signature={{ ...good, ...overrides }} later={[]} verification={validFile} />
      </TextsContext>,
    ),
  );
  expect(container.textContent).toContain('issued by: Marche di prova, not confirmed');
  expect(container.textContent).not.toContain('proven by');
});

test('names from the file do not affect the text direction around them', () => {
  show({ signer: '\u202eMario', organization: '\u202eOfficina', issuer: '\u202eAutorità' });
  const isolated = [...container.querySelectorAll('bdi')].map((name) => name.textContent);
  expect(isolated).toEqual(['\u202eMario', '\u202eOfficina', 'Marche di prova', '\u202eAutorità']);
});
