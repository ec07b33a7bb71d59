/** Download names are readable and valid on every file system, regardless of their source texts. */
import { describe, expect, it } from 'vitest';
import { documentDownloadName, generatedDownloadName } from './documents/download-name.ts';
import { downloadName, namePart, safeFileName } from './file-name.ts';

const CONTRACT = { id: 48_190, type: 'SALE_USED_CONTRACT', customer_name: 'Giuseppe Bianchi' };

describe('a download name', () => {
  it('states document, customer, identifier and form', () => {
    const names = (['signed', 'partial', 'audit', 'interim', 'bundle'] as const).map((file) =>
      documentDownloadName(CONTRACT, file),
    );
    const stem = names[0]?.split(' – firmato')[0];
    expect(stem).toMatch(/^.+ – Giuseppe Bianchi – 48190$/);
    expect(names).toEqual(
      ['firmato.pdf', 'firmato in parte.pdf', 'tracciato.pdf', 'tracciato provvisorio.pdf', 'prove.zip'].map(
        (end) => `${stem} – ${end}`,
      ),
    );
  });

  it('of a generated paper names the customer, unlike its stored name', () => {
    expect(generatedDownloadName({ ...CONTRACT, type: 'LOAN_WEDDING' })).toBe(
      'Comodato per matrimonio – Giuseppe Bianchi – 48190.pdf',
    );
  });

  it('omits empty parts', () => {
    expect(downloadName(['Preventivo', '', ' . '], '.pdf')).toBe('Preventivo.pdf');
    expect(downloadName([], '.zip')).toBe('documento.zip');
  });
});

const HOSTILE = [
  ...['../../etc/passwd', 'C:\\autoexec', 'x\r\nSet-Cookie: a=b', 'a"; filename="evil.html'],
  ...['fattura\u202egnp.exe', 'x\u2028y\u2029z', '\ud800solo', '\u0000\u0007'],
  ...['CON', 'nul', 'com¹', '...', 'fine. . .', 'é'.repeat(400), '🚗'.repeat(300)],
];

describe('a hostile text', () => {
  it.each(HOSTILE)('%j as a customer name gives a valid Windows file name', (customer) => {
    for (const name of [
      documentDownloadName({ ...CONTRACT, customer_name: customer }, 'signed'),
      downloadName([customer], '.pdf'),
      safeFileName(`${customer}.pdf`),
    ]) {
      expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(name).not.toMatch(/^[. ]|[. ]$| \.|^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\./i);
      expect(name).toMatch(/[^.]\.pdf$/);
      expect(name.isWellFormed()).toBe(true);
      expect([...name].length).toBeLessThanOrEqual(210);
    }
  });

  it('never ends in half a surrogate pair, and keeps harmless characters', () => {
    expect(namePart('🚗'.repeat(100))).toBe('🚗'.repeat(60));
    expect(namePart("D’Angelo & Figli S.r.l. (già O'Neill)")).toBe("D’Angelo & Figli S.r.l. (già O'Neill)");
    expect(safeFileName('CON.png')).toBe('CON_.png');
    expect(safeFileName('CONTO.png')).toBe('CONTO.png');
  });
});
