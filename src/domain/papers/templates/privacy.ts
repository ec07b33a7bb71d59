/** The three privacy forms: controller, purposes, rights, and the Sì/No grid for the signer's answers. */
import { CHANNEL_NAMES } from '../../consents/consent.ts';
import {
  type ConsentQuestion,
  consentBox,
  consentClauses,
  consentQuestions,
  type PrivacyType,
  versionsOf,
} from '../../consents/notices.ts';
import { customerBoxes, customerFacts, customerPaper, signaturesBlock, staffBoxes } from '../blocks.ts';
import type { BlockOf, Fact } from '../paper.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { PAPER_TEXTS } from '../texts/paper-texts.ts';
import { PRIVACY_TEXTS_IT } from '../texts/privacy-it.ts';
import { issuedByNational, registeredOfficeOf } from '../versions/placeholders.ts';

interface PrivacyTemplate {
  title: string;
  subject: string;
  clauses: readonly string[];
}

const template = (title: string, subject: string, kind: 'Nsc' | 'Dealer' | 'Service'): PrivacyTemplate => ({
  title,
  subject,
  clauses: [
    `purposes${kind}`,
    'data',
    `recipients${kind}`,
    'transfers',
    'retention',
    'rights',
    'complaint',
    'consents',
  ],
});

export const PRIVACY_TEMPLATES: Readonly<Record<PrivacyType, PrivacyTemplate>> = {
  PRIVACY_NSC: template('Informativa privacy e consensi: società nazionale', 'Informativa privacy', 'Nsc'),
  PRIVACY_DEALER: template('Informativa privacy e consensi', 'Informativa privacy', 'Dealer'),
  PRIVACY_SERVICE: template('Informativa privacy e consensi: assistenza', 'Informativa privacy assistenza', 'Service'),
};

/** The product's draft of a form's notice and consents. */
export const privacyTexts = (type: PrivacyType): ClauseTexts => ({
  ...PRIVACY_TEXTS_IT,
  clauses: { ...PRIVACY_TEXTS_IT.clauses, ...consentClauses(type) },
});

/** All clauses that counsel may reword: the notice, then the consents. */
export const privacyClauses = (type: PrivacyType): string[] => [
  ...PRIVACY_TEMPLATES[type].clauses,
  ...Object.keys(consentClauses(type)),
];

/** Composes a form; its only variable fields are the answers, which only the signer gives. */
export function composePrivacy(type: PrivacyType, data: PaperData, published?: ClauseTexts): Composed {
  const { title, subject, clauses: ids } = PRIVACY_TEMPLATES[type];
  const texts = withOverride(privacyTexts(type), published);
  const clauses = numberedClauses(texts, ids, {});
  const questions = consentQuestions(type, 'it', published);
  return {
    paper: customerPaper(data, { title, subject, version: texts.version, clauses }, [
      { kind: 'facts', heading: 'Titolare del trattamento', facts: controllerFacts(type, data) },
      customerFacts(data.customer, 'it', 'Interessato'),
      { kind: 'clauses', heading: 'Informativa (artt. 13 e 14 del Regolamento UE 2016/679)', clauses },
      consentGrid(questions),
      {
        kind: 'paragraph',
        tone: 'note',
        text: `Versione dei testi dei consensi: ${versionsOf(questions)}. Le risposte sono date da chi firma, una per una, e sono coperte dalla firma.`,
      },
      signaturesBlock([
        ...customerBoxes(data, {
          party: 'Interessato',
          caption: 'Ho ricevuto e letto l’informativa. Le risposte ai consensi sono mie.',
        }),
        ...staffBoxes(data, 'Ho consegnato l’informativa.'),
      ]),
    ]),
    missing: [],
    warnings: [],
    consents: questions,
  };
}

/** The national company is not the dealer in the paper's letterhead. */
function controllerFacts(type: PrivacyType, data: PaperData): Fact[] {
  const isNational = type === 'PRIVACY_NSC';
  const { letterhead, dpo } = isNational ? issuedByNational(data) : data;
  const { company, vatNumber, pec } = letterhead;
  return [
    { label: 'Titolare', value: company },
    { label: 'Sede', value: registeredOfficeOf(letterhead) },
    { label: PAPER_TEXTS.it.vatNumber, value: vatNumber || '[partita IVA]' },
    ...(pec === null ? [] : [{ label: 'PEC', value: pec }]),
    { label: 'Responsabile della protezione dei dati', value: dpo ?? '[recapiti del responsabile]' },
    ...(isNational ? [{ label: 'Raccolto da', value: data.letterhead.company }] : []),
  ];
}

/** One row of the grid per purpose, one pair of check boxes per channel. */
function consentGrid(questions: readonly ConsentQuestion[]): BlockOf<'choices'> {
  const purposes = [...new Set(questions.map(({ purpose }) => purpose))];
  return {
    kind: 'choices',
    heading: 'Consensi',
    answers: ['Sì', 'No'],
    rows: purposes.map((purpose) => {
      const mine = questions.filter((question) => question.purpose === purpose);
      return {
        purpose: mine[0]?.title ?? '',
        text: mine[0]?.text ?? '',
        choices: mine.map((question) => ({ id: consentBox(question), channel: CHANNEL_NAMES[question.channel].it })),
      };
    }),
  };
}
