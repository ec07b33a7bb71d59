/** Names document types in the signer's messages and pages: the type's name, never the file's. */
import type { Language } from '../../errors.ts';

interface PaperName {
  readonly it: string;
  /** With its article, as used after "Firma": `del preventivo`. */
  readonly of: string;
  readonly en: string;
}

const PAPER_NAMES: Readonly<Record<string, PaperName>> = {
  OTHER_IDENTITY: { it: 'Documento d’identità', of: 'del documento d’identità', en: 'Identity document' },
  OTHER_DRIVING_LICENSE: { it: 'Patente di guida', of: 'della patente di guida', en: 'Driving licence' },
  PRIVACY_NSC: { it: 'Informativa privacy', of: 'dell’informativa privacy', en: 'Privacy notice' },
  PRIVACY_DEALER: { it: 'Privacy concessionaria', of: 'dell’informativa privacy', en: 'Dealer privacy notice' },
  PRIVACY_SERVICE: { it: 'Privacy assistenza', of: 'dell’informativa privacy', en: 'Service privacy notice' },
  SALE_NEW_RFO: { it: 'Preventivo', of: 'del preventivo', en: 'Quote' },
  SALE_NEW_PROPOSAL: { it: 'Proposta d’acquisto', of: 'della proposta d’acquisto', en: 'Purchase proposal' },
  SALE_NEW_ACCEPTANCE: { it: 'Accettazione proposta', of: 'dell’accettazione', en: 'Proposal acceptance' },
  SALE_USED_RFO: { it: 'Preventivo usato', of: 'del preventivo', en: 'Used car quote' },
  SALE_USED_PROPOSAL: { it: 'Proposta d’acquisto usato', of: 'della proposta', en: 'Used car proposal' },
  SALE_USED_PROPOSAL_PLUS: { it: 'Proposta d’acquisto usato Plus', of: 'della proposta', en: 'Used car proposal Plus' },
  SALE_USED_CONTRACT: { it: 'Contratto di vendita usato', of: 'del contratto', en: 'Used car contract' },
  SALE_RFO: { it: 'Preventivo', of: 'del preventivo', en: 'Quote' },
  SALE_PROPOSAL: { it: 'Proposta di vendita', of: 'della proposta', en: 'Sale proposal' },
  SALE_ACCEPTANCE: { it: 'Accettazione', of: 'dell’accettazione', en: 'Acceptance' },
  SALE_CONTRACT: { it: 'Contratto', of: 'del contratto', en: 'Contract' },
  SERVICE_VAB: { it: 'Verbale di accettazione', of: 'del verbale', en: 'Vehicle check-in report' },
  SERVICE_ODL: { it: 'Ordine di lavoro', of: 'dell’ordine di lavoro', en: 'Work order' },
  SERVICE_RICONSEGNA: { it: 'Riconsegna veicolo', of: 'della riconsegna', en: 'Vehicle return' },
  AUDIT: { it: 'Tracciato di firma', of: 'del tracciato', en: 'Signature trail' },
  FEA_MODULE: { it: 'Modulo FEA', of: 'del Modulo FEA', en: 'FEA module' },
  LOAN_TEST_PRODUCT: { it: 'Prova del veicolo', of: 'della prova del veicolo', en: 'Test drive' },
  LOAN_TEST_PRODUCT_FOREIGN: { it: 'Prova del veicolo', of: 'della prova del veicolo', en: 'Test drive' },
  LOAN_RENTAL: { it: 'Noleggio', of: 'del noleggio', en: 'Rental' },
  LOAN_RENTAL_WITHOUT_DRIVER: { it: 'Noleggio senza conducente', of: 'del noleggio', en: 'Rental without driver' },
  LOAN_ARTICLE_94: { it: 'Comodato articolo 94', of: 'del comodato', en: 'Article 94 loan' },
  LOAN_HANDOVER_FORM: { it: 'Verbale di consegna', of: 'del verbale di consegna', en: 'Handover form' },
  LOAN_TEMPORARY_WORK_USE: { it: 'Uso temporaneo per lavoro', of: 'dell’uso temporaneo', en: 'Temporary work use' },
  LOAN_TEMPORARY_VEHICLE_REPLACEMENT: {
    it: 'Sostituzione temporanea',
    of: 'della sostituzione',
    en: 'Temporary vehicle replacement',
  },
  LOAN_COURTESY_VEHICLE: { it: 'Veicolo di cortesia', of: 'del veicolo di cortesia', en: 'Courtesy vehicle' },
  LOAN_EXTENDED_MOBILITY: {
    it: 'Cortesia Extended Mobility',
    of: 'del veicolo di cortesia',
    en: 'Extended Mobility courtesy car',
  },
  LOAN_MOBILE_CARE: { it: 'Cortesia Mobile Care', of: 'del veicolo di cortesia', en: 'Mobile Care courtesy car' },
  LOAN_TEMPORARY_LEASECAR: { it: 'Leasecar temporanea', of: 'della leasecar', en: 'Temporary leasecar' },
  LOAN_WEDDING: { it: 'Comodato per matrimonio', of: 'del comodato', en: 'Wedding loan' },
  LOAN_UNAVAILABILITY: { it: 'Indisponibilità del veicolo', of: 'dell’indisponibilità', en: 'Vehicle unavailability' },
  LOAN_OTHER: { it: 'Altro comodato', of: 'del comodato', en: 'Other loan' },
};

const UNNAMED: PaperName = { it: 'Documento', of: 'del documento', en: 'Document' };

/** A type for several drivers is named like that for one. */
function nameOf(type: string): PaperName {
  const named = type.replace(/_MULTI$/, '');
  return (Object.hasOwn(PAPER_NAMES, named) ? PAPER_NAMES[named] : undefined) ?? UNNAMED;
}

/** The type's name; "Documento" for a type that only a configuration defines. */
export function paperName(type: string, language: Language = 'it'): string {
  return nameOf(type)[language];
}

/** `prova-del-veicolo.pdf`: the name of a generated file, without personal data. */
export function paperFileName(type: string): string {
  const plain = nameOf(type).it.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `${plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}.pdf`;
}

/** `Firma del preventivo`: the label that the signer confirms. */
export function signaturePointLabel(type: string): string {
  return `Firma ${nameOf(type).of}`;
}
