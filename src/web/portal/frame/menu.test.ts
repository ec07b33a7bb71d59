/** The side menu shows what exists and may be seen (specification §2, §6). */
import { describe, expect, it } from 'vitest';
import { activeEntry, menuGroups } from './menu.ts';

const keys = (url: string | null, allowed: boolean) =>
  menuGroups(url, () => allowed).flatMap((group) => group.entries.map((entry) => entry.key));

describe('the side menu', () => {
  it('shows what exists', () => {
    expect(keys('https://dealer.example.com', true)).toEqual(['dashboard', 'customers', 'folders', 'dealerPortal']);
  });

  it('has no Dealer Portal unless an address is configured', () => {
    expect(keys(null, true)).not.toContain('dealerPortal');
  });

  it('leaves a user without permissions the dashboard', () => {
    expect(keys(null, false)).toEqual(['dashboard']);
  });

  it.each([
    ['/dashboard', 'dashboard'],
    ['/app/wizard/mini/sale_new/x', 'dashboard'],
    ['/app/dossiers/7', 'customers'],
    ['/app/folders', 'folders'],
    ['/app/documents/48210', 'folders'],
  ])('marks at %s the entry %s', (address, entry) => {
    expect(activeEntry(address)).toBe(entry);
  });
});
