/** Brand, document and dealer recognized from the words of a paper. */
import { describe, expect, it } from 'vitest';
import type { Dealer } from '#domain/dealers/brands.ts';
import { rowsOf } from '../../../shared/rows.suite.ts';
import { brandIn, dealerIn, documentTypeIn } from './kind-in-text.ts';

describe('the brand', () => {
  it.each(
    rowsOf(`
                                | WBA53AP0X00000201 | bmw
                                | WBY1Z21000V000001 | bmwi
                                | WMW11GD07T2A40418 | mini
                                | WB10A0000Z0000001 | moto
      Concessionaria BMW e MINI | WMW11GD07T2A40418 | mini
      BMW Serie 1               |                   | bmw
      MINI Cooper               |                   | mini
      BMW Motorrad R 1300 GS    |                   | moto
      BMW Serie 1               | ZFA00000000000001 | bmw
      Concessionaria BMW e MINI |                   |
      importo mini              |                   |
                                | ZFA00000000000001 |
    `),
  )('of «%s» with «%s» is «%s»', (text = '', vin, brand) => {
    expect(brandIn(text, vin || null)).toBe(brand || null);
  });
});

describe('the document', () => {
  it.each(
    rowsOf(`
      Proposta d'acquisto n. 7. Preventivo accettato            | SALE_NEW_PROPOSAL
      PREVENTIVO per una proposta                               | SALE_NEW_RFO
      Proposta di autovettura usata                             | SALE_USED_PROPOSAL
      Proposta d’acquisto, ritiro dell’usato                    | SALE_NEW_PROPOSAL
      Proposta usato Plus                                       | SALE_USED_PROPOSAL_PLUS
      Preventivo usato                                          | SALE_USED_RFO
      Contratto di vendita                                      | SALE_USED_CONTRACT
      Accettazione della proposta n. 7                          | SALE_NEW_ACCEPTANCE
      Ordine di lavoro 4711: il veicolo usato resta in officina | SERVICE_ODL
      Verbale di accettazione                                   | SERVICE_VAB
      Verbale di riconsegna                                     | SERVICE_RICONSEGNA
    `),
  )('«%s» is %s', (text = '', type) => {
    expect(documentTypeIn(text)).toBe(type);
  });

  it('is none without such words', () => {
    expect(documentTypeIn('Fattura')).toBeNull();
  });
});

describe('the dealer', () => {
  const dealer = (hst2011: string, name: string) =>
    ({ hst2011, name, nome_commerciale: name, ragione_sociale: `${name} S.p.A.` }) as Dealer;
  const dealers = [dealer('10001', 'Autoesempio Bologna'), dealer('10002', 'Autoesempio Modena')];

  it('is the only one mentioned, by name or code', () => {
    expect(dealerIn('AUTOESEMPIO MODENA, via Emilia', dealers)?.hst2011).toBe('10002');
    expect(dealerIn('Concessionaria: 10001', dealers)?.hst2011).toBe('10001');
    expect(dealerIn('Autoesempio', dealers)).toBeNull();
    expect(dealerIn('Autoesempio Bologna e Autoesempio Modena', dealers)).toBeNull();
    expect(dealerIn('telaio 10001', dealers)).toBeNull();
  });
});
