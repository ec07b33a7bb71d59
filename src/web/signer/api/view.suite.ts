/** A session as its signer's page receives it, for tests. */
import type { SignView } from './types.ts';

export const sampleView: SignView = {
  state: 'OPEN',
  place: 'HERE',
  dealer: { name: 'Autoesempio Bologna', initials: 'AB' },
  brand: 'bmw',
  signer: { role: 'customer', maskedPhone: '*** *** 567' },
  expiresAt: '2026-11-23T08:12:00.000Z',
  fingerprint: 'KQ7M-XT',
  documents: [{ id: 1, label: 'Preventivo', sha256: 'aa', pages: 4, size: 1000 }],
  points: [],
};
