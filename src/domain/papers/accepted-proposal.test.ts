/** An acceptance copies the proposal's values. */
import { describe, expect, it } from 'vitest';
import { acceptedValues, isAcceptance, isProposal } from './accepted-proposal.ts';
import { composePaper, paperFields } from './compose-paper.ts';
import { sampleData, sampleValues } from './sample-data.ts';

describe('an acceptance', () => {
  it('copies vehicle, price, days and seller of the proposal, and lacks only the accepting person', () => {
    const values = acceptedValues(sampleValues(paperFields('SALE_NEW_PROPOSAL')), '2026-11-16');
    expect(values).toMatchObject({
      ...{ VEHICLE_MODEL: 'Compatta dimostrativa 1.5', ACCEPTED_PRICE: '39482,90', PROPOSAL_DATE: '2026-11-16' },
      ...{ PROPOSAL_UNTIL: '2026-11-26', DELIVERY_DATE: '2027-01-29', SELLER: 'Dario Provini' },
    });
    const names = paperFields('SALE_NEW_ACCEPTANCE').map(({ name }) => name);
    expect(Object.keys(values).filter((name) => !names.includes(name))).toEqual([]);
    const { missing } = composePaper('SALE_NEW_ACCEPTANCE', { ...sampleData([]), values });
    expect(missing.map(({ field, code }) => `${field} ${code}`)).toEqual(['DEALER_SIGNATORY required']);
  });

  it('copies only the day of an uploaded proposal', () => {
    expect(acceptedValues({ SALES_MANAGER: 7 }, '2026-11-16')).toEqual({ PROPOSAL_DATE: '2026-11-16' });
  });

  it.each([
    ['SALE_NEW_ACCEPTANCE', true, false],
    ['SALE_USED_PROPOSAL_PLUS', false, true],
    ['SALE_PROPOSAL', false, true],
    ['SALE_NEW_RFO', false, false],
    ['LOAN_OTHER', false, false],
    ['constructor', false, false],
  ])('%s: %s, a proposal: %s', (type, acceptance, proposal) => {
    expect([isAcceptance(type), isProposal(type)]).toEqual([acceptance, proposal]);
  });
});
