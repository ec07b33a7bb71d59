/** Composes quotes, proposals, acceptances and contracts: vehicle, price, trade-in, finance, payments, terms, clauses, signatures. */
import { isCompany } from '../../dossiers/customer-name.ts';
import {
  customerBoxes,
  customerPaper,
  fieldFacts,
  invoicedCustomer,
  signaturesBlock,
  staffBoxes,
  vehicleFacts,
} from '../blocks.ts';
import { isTicked, longDay, type PaperField, shortDay, textOf } from '../fields.ts';
import { printedLabel } from '../labels/own-fields.ts';
import { unusualWarnings, valueIssues } from '../loan-rules.ts';
import type { Block, BlockOf, Fact } from '../paper.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { SALE_TEXTS_IT } from '../texts/sale-it.ts';
import { CONDITION, FINANCE, HANDED, type SaleTemplate, saleClauses, saleFields, TESTED, TRADE_IN } from './sale.ts';
import { financeBlock, paymentBlock, priceBlocks } from './sale-price.ts';
import { irrevocableUntil, isUsedSale, saleIssues, saleWarnings } from './sale-rules.ts';

export function composeSale(template: SaleTemplate, data: PaperData, published?: ClauseTexts): Composed {
  const texts = withOverride(SALE_TEXTS_IT, published);
  const fields = saleFields(template);
  const { ids, approved } = clausesOf(template, data);
  const clauses = numberedClauses(texts, ids, clauseValues(data));
  const party = template.stage === 'contract' ? 'Acquirente' : 'Cliente';
  return {
    paper: customerPaper(data, { title: template.title, version: texts.version, clauses }, [
      invoicedCustomer(data, party),
      ...(template.stage === 'acceptance' ? [acceptedBlock(fields, data)] : []),
      vehicleFacts(
        fields.filter(({ group, name }) => group === 'vehicle' || name === 'SALE_KIND'),
        data,
      ),
      ...(template.stage === 'acceptance' ? [] : dealBlocks(template, fields, data)),
      { kind: 'clauses', heading: 'Condizioni', clauses },
      signaturesBlock([
        ...customerBoxes(data, {
          party,
          caption: CAPTIONS[template.stage],
          approved: approved.map((id) => ids.indexOf(id) + 1),
        }),
        ...staffBoxes(data, STAFF_CAPTIONS[template.stage]),
      ]),
    ]),
    missing: [...valueIssues(fields, data.values), ...saleIssues(template, data)],
    warnings: [...unusualWarnings(fields, data.values, data.messages), ...saleWarnings(template, data)],
  };
}

function acceptedBlock(fields: readonly PaperField[], data: PaperData): BlockOf<'facts'> {
  const printed = fieldFacts(
    fields.filter(({ group, name }) => (group === 'terms' || group === 'price') && name !== 'PROPOSAL_NUMBER'),
    data,
    'it',
  );
  const number = textOf(data.values, 'PROPOSAL_NUMBER') || (data.folder.businessId ?? '');
  return {
    kind: 'facts',
    heading: 'Proposta accettata',
    facts: [...(number === '' ? [] : [{ label: printedLabel('PROPOSAL_NUMBER', 'it'), value: number }]), ...printed],
  };
}

function dealBlocks(template: SaleTemplate, fields: readonly PaperField[], data: PaperData): (Block | undefined)[] {
  const fieldsOf = (group: PaperField['group']) => fields.filter((field) => field.group === group);
  const terms = fieldsOf('terms').filter(({ name }) => name !== 'WARRANTY_MONTHS' || !isCompany(data.customer));
  const trade = textOf(data.values, 'TRADE_IN_VALUE') !== '';
  return [
    ...priceBlocks(template, data),
    trade ? { kind: 'facts', heading: 'Veicolo in permuta', facts: fieldFacts(TRADE_IN, data, 'it') } : undefined,
    financeBlock(template.stage === 'quote' ? 'Esempio di finanziamento' : 'Finanziamento richiesto', FINANCE, data),
    template.stage === 'quote' ? undefined : paymentBlock(data),
    ...(isUsedSale(template, data.values) && template.stage !== 'quote' ? conditionBlocks(template, data) : []),
    {
      kind: 'facts',
      heading: 'Termini',
      facts: [...untilFacts(template, data), ...fieldFacts(terms, data, 'it')],
    },
  ];
}

/** The offer's last day comes first, since both parties look for it later. */
function untilFacts({ stage }: SaleTemplate, data: PaperData): Fact[] {
  const lastDay = stage === 'proposal' ? irrevocableUntil(data.values, data.date) : '';
  return lastDay === '' ? [] : [{ label: 'Proposta irrevocabile fino al', value: shortDay(lastDay) }];
}

function conditionBlocks({ stage }: SaleTemplate, data: PaperData): Block[] {
  const keys = textOf(data.values, 'KEYS');
  const option = (name: 'SEEN_AND_TESTED' | (typeof HANDED)[number]) => ({
    label: printedLabel(name, 'it'),
    checked: isTicked(data.values, name),
  });
  const handedOver = HANDED.map(option);
  return [
    { kind: 'facts', heading: 'Stato del veicolo', facts: fieldFacts(CONDITION, data, 'it') },
    { kind: 'options', options: [option(TESTED.name as 'SEEN_AND_TESTED')] },
    ...(stage === 'contract'
      ? [
          { kind: 'options' as const, heading: 'Documenti consegnati', options: handedOver },
          {
            kind: 'facts' as const,
            facts: keys === '' ? [] : [{ label: printedLabel('KEYS', 'it'), value: keys }],
          },
        ]
      : []),
  ];
}

function clauseValues(data: PaperData): Record<string, string> {
  const until = irrevocableUntil(data.values, data.date);
  return {
    until: until === '' ? '[data]' : longDay(until, 'it'),
    days: textOf(data.values, 'IRREVOCABLE_DAYS') || '[giorni]',
    months: textOf(data.values, 'WARRANTY_MONTHS') || '[mesi]',
  };
}

/** The type's clauses needed for this deal, and those that need separate approval (artt. 1341, 1342 c.c.). */
function clausesOf(template: SaleTemplate, data: PaperData): { ids: string[]; approved: string[] } {
  const { values } = data;
  const isFilled = (name: string) => textOf(values, name) !== '';
  const isUsed = isUsedSale(template, values);
  const isConsumer = !isCompany(data.customer);
  const needed: Readonly<Record<string, boolean>> = {
    quoteFinance: isFilled('FINANCE_AMOUNT'),
    deposit: isFilled('DEPOSIT_AMOUNT'),
    tradeIn: isFilled('TRADE_IN_VALUE'),
    finance: isFilled('FINANCE_AMOUNT'),
    condition: isUsed,
    changes: !isUsed,
    warrantyUsed: isUsed && isConsumer,
    warrantyNew: !isUsed && isConsumer,
    warrantyBusiness: !isConsumer,
    withdrawal: isConsumer && ['remote', 'offPremises'].includes(textOf(values, 'SALE_PLACE')),
  };
  const ids = saleClauses(template).filter((id) => needed[id] ?? true);
  return { ids, approved: ids.filter((id) => BURDENSOME.includes(id)) };
}

const BURDENSOME = [
  ...['irrevocability', 'deposit', 'tradeIn', 'delivery', 'changes'],
  ...['warrantyUsed', 'warrantyBusiness', 'forum'],
];

const CAPTIONS = {
  quote: 'Ricevo il preventivo.',
  proposal: 'Propongo l’acquisto del veicolo alle condizioni di questa proposta.',
  acceptance: 'Ricevo l’accettazione della proposta.',
  contract: 'Acquisto il veicolo alle condizioni di questo contratto.',
} as const;

const STAFF_CAPTIONS = {
  quote: 'Per la concessionaria.',
  proposal: 'Ricevo la proposta per la concessionaria.',
  acceptance: 'Accetto la proposta per la concessionaria.',
  contract: 'Vendo il veicolo alle condizioni di questo contratto.',
} as const;
