/** When birth and fiscal data may be omitted. */
import { describe, expect, it } from 'vitest';
import { FOLDER_TYPES } from '../folders/folder-types.ts';
import { type SignatureService, signsSimply } from './simple-signature.ts';

const service = (change: Partial<SignatureService> = {}): SignatureService => ({
  serviceType: 'SIGNATURE_TYPE',
  legalEntity: 'LE001',
  expiresAt: '2026-11-20',
  signatureType: 'FES',
  folderTypeSet: ['SALE_NEW'],
  ...change,
});
const today = '2026-11-20';

describe('a legal entity uses simple signatures', () => {
  it('with a FES service for that folder type, to the end of its last day', () => {
    expect(signsSimply([service()], 'LE001', today, 'SALE_NEW')).toBe(true);
    expect(signsSimply([service()], 'LE001', '2026-11-21', 'SALE_NEW')).toBe(false);
  });

  it.each([
    ['no service at all', []],
    ['another folder type', [service({ folderTypeSet: ['SERVICE'] })]],
    ['another legal entity', [service({ legalEntity: 'LE002' })]],
    ['FEA', [service({ signatureType: 'FEA' })]],
    ['both: FEA wins', [service(), service({ signatureType: 'FEA' })]],
    ['an archive with a signature type', [service({ serviceType: 'STRONGDOX_SPACE' })]],
  ])('not with %s', (_what, services) => {
    expect(signsSimply(services, 'LE001', today, 'SALE_NEW')).toBe(false);
  });

  it('without a folder type only when every folder type does', () => {
    expect(signsSimply([service({ folderTypeSet: [...FOLDER_TYPES] })], 'LE001', today)).toBe(true);
    expect(signsSimply([service()], 'LE001', today)).toBe(false);
  });
});
