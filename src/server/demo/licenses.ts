/** The demo's licences for graphometric tablets, with waiting, expired and returned seats. */
import { romeDay } from '#domain/rome-time.ts';
import type { LicenseStock } from '../entitlements/index.ts';

const inYears = (at: Date, years: number): string => {
  const day = new Date(at);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return romeDay(day);
};

/** @param at start of the demo world. */
export function demoLicenses(at: Date): LicenseStock[] {
  const next = inYears(at, 1);
  return [
    {
      ...{ licenseCode: 'LIC-0001', licenseAmount: 10, legalEntity: 'LE001', hstList: ['10001', '10002'] },
      ...{ notes: 'Tablet dei banchi di vendita e accettazione.', expiresAt: next },
      activations: [
        { hst: '10001', deviceLabel: 'Banco vendite 1' },
        { hst: '10001', deviceLabel: 'Accettazione officina' },
        { hst: '10001', deviceLabel: 'Salone piano terra', lateBy: 20 },
        { hst: '10001', deviceLabel: 'Vecchio tablet', removed: true },
        { hst: '10002', deviceLabel: 'Banco assistenza' },
      ],
    },
    {
      ...{ licenseCode: 'LIC-0002', licenseAmount: 2, legalEntity: 'LE001', hstList: ['10002'] },
      ...{ notes: null, expiresAt: inYears(at, 2) },
      activations: [
        { hst: '10002', deviceLabel: 'Sala consegne' },
        { hst: '10002', deviceLabel: 'Ricambi' },
      ],
    },
    {
      ...{ licenseCode: 'LIC-0003', licenseAmount: 5, legalEntity: 'LE002', hstList: [] },
      ...{ notes: null, expiresAt: next },
      activations: [
        { hst: '10003', deviceLabel: 'Banco vendite' },
        { hst: '10004', deviceLabel: 'Accettazione', lateBy: 3 },
      ],
    },
    {
      ...{ licenseCode: 'LIC-0004', licenseAmount: 3, legalEntity: 'LE004', hstList: ['10007'] },
      ...{
        notes: 'Da rinnovare con il prossimo ordine.',
        expiresAt: romeDay(new Date(at.getTime() + 12 * 86_400_000)),
      },
      activations: [{ hst: '10007', deviceLabel: 'Reception' }],
    },
  ];
}
