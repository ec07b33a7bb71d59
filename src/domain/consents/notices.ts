/** The consents requested by each privacy form, with the product's draft texts and their version. */
import type { Language } from '../errors.ts';
import {
  type ConsentChannel,
  type ConsentPurpose,
  consentLabel,
  NATIONAL_CONTROLLER,
  PURPOSE_NAMES,
} from './consent.ts';

export const PRIVACY_TYPES = ['PRIVACY_NSC', 'PRIVACY_DEALER', 'PRIVACY_SERVICE'] as const;
export type PrivacyType = (typeof PRIVACY_TYPES)[number];

interface NoticePurpose {
  readonly purpose: ConsentPurpose;
  readonly channels: readonly ConsentChannel[];
  /** The text of the consent; the Italian version is printed and binding. */
  readonly text: Readonly<Record<Language, string>>;
}

interface ConsentNotice {
  /** Every change of the text gets a new version. */
  readonly version: string;
  readonly purposes: readonly NoticePurpose[];
}

const CONTACT_CHANNELS = ['EMAIL', 'MESSAGES', 'PHONE', 'POST'] as const;
const ALL_CHANNELS = ['ALL'] as const;

/** Marks every text until counsel's is published. */
const DRAFT_MARK = { it: ' [testo da approvare]', en: ' [text to be approved]' } as const;
const draft = (it: string, en: string): NoticePurpose['text'] => ({ it, en });

export const CONSENT_NOTICES: Readonly<Record<PrivacyType, ConsentNotice>> = {
  PRIVACY_NSC: {
    version: 'NSC-2026-11-bozza-2',
    purposes: [
      {
        purpose: 'MARKETING',
        channels: CONTACT_CHANNELS,
        text: draft(
          'Ricevere dalla società nazionale novità, inviti e promozioni su veicoli e servizi.',
          'Receive news, invitations and promotions on vehicles and services from the national company.',
        ),
      },
      {
        purpose: 'SURVEYS',
        channels: ['EMAIL', 'MESSAGES', 'PHONE'],
        text: draft(
          'Ricevere dalla società nazionale inviti a indagini sulla soddisfazione e ricerche di mercato.',
          'Receive invitations to satisfaction surveys and market research from the national company.',
        ),
      },
      {
        purpose: 'PROFILING',
        channels: ALL_CHANNELS,
        text: draft(
          'Analizzare preferenze e utilizzo dei servizi per proporre offerte personalizzate.',
          'Analyse preferences and use of services to make personalised offers.',
        ),
      },
      {
        purpose: 'THIRD_PARTIES',
        channels: ALL_CHANNELS,
        text: draft(
          'Comunicare i dati a società del gruppo, finanziarie e assicurative per le loro iniziative commerciali.',
          'Share the data with group, finance and insurance companies for their own marketing.',
        ),
      },
    ],
  },
  PRIVACY_DEALER: {
    version: 'CONC-2026-11-bozza',
    purposes: [
      {
        purpose: 'MARKETING',
        channels: CONTACT_CHANNELS,
        text: draft(
          'Ricevere dalla concessionaria novità, inviti e promozioni su veicoli e servizi.',
          'Receive news, invitations and promotions on vehicles and services from the dealer.',
        ),
      },
      {
        purpose: 'PROFILING',
        channels: ALL_CHANNELS,
        text: draft(
          'Analizzare preferenze e acquisti per proporre offerte personalizzate della concessionaria.',
          'Analyse preferences and purchases to make personalised offers of the dealer.',
        ),
      },
      {
        purpose: 'THIRD_PARTIES',
        channels: ALL_CHANNELS,
        text: draft(
          'Comunicare i dati a partner della concessionaria per le loro iniziative commerciali.',
          'Share the data with partners of the dealer for their own marketing.',
        ),
      },
    ],
  },
  PRIVACY_SERVICE: {
    version: 'ASS-2026-11-bozza-2',
    purposes: [
      {
        purpose: 'SERVICE_OFFERS',
        channels: CONTACT_CHANNELS,
        text: draft(
          'Ricevere dall’officina promemoria di scadenze e offerte di manutenzione, ricambi e accessori.',
          'Receive reminders of due dates and offers on maintenance, parts and accessories from the workshop.',
        ),
      },
      {
        purpose: 'SURVEYS',
        channels: ['EMAIL', 'MESSAGES', 'PHONE'],
        text: draft(
          'Ricevere dalla concessionaria inviti a indagini sulla soddisfazione del servizio ricevuto.',
          'Receive invitations to surveys on the service received from the dealer.',
        ),
      },
    ],
  },
};

/** One Sì/No pair of a privacy form. */
export interface ConsentQuestion {
  readonly purpose: ConsentPurpose;
  readonly channel: ConsentChannel;
  readonly label: string;
  /** Title of the purpose, above its text. */
  readonly title: string;
  readonly text: string;
  readonly version: string;
}

/** Published texts of a form, by clause name. */
export interface OwnWords {
  readonly version: string;
  readonly clauses: Readonly<Record<string, { readonly heading: string; readonly text: string }>>;
}

/** The name of the clause with a purpose's text. */
const clauseOf = (purpose: ConsentPurpose): string => `consent_${purpose}`;

/** The product's draft texts of a form's consents, by clause name. */
export const consentClauses = (type: PrivacyType): Record<string, { heading: string; text: string }> =>
  Object.fromEntries(
    CONSENT_NOTICES[type].purposes.map(({ purpose, text }) => [
      clauseOf(purpose),
      { heading: PURPOSE_NAMES[purpose].it, text: text.it },
    ]),
  );

/** Several versions while a published set lacks the text of a purpose. */
export const versionsOf = (questions: readonly Pick<ConsentQuestion, 'version'>[]): string =>
  [...new Set(questions.map(({ version }) => version))].join(', ');

/** Name of the pair of check boxes for a question on a generated form. */
export const consentBox = ({ purpose, channel }: Pick<ConsentQuestion, 'purpose' | 'channel'>): string =>
  `Consenso_${purpose}_${channel}`;

export const isPrivacyType = (type: string): type is PrivacyType => (PRIVACY_TYPES as readonly string[]).includes(type);

/** The controller of a form's consents. */
export const controllerOf = (type: PrivacyType, legalEntity: string): string =>
  type === 'PRIVACY_NSC' ? NATIONAL_CONTROLLER : legalEntity;

/**
 * The questions to the signer on a document of this type, in order; none when it is not a privacy form.
 * @param own published texts, which are binding; the product's drafts carry a mark.
 */
export function consentQuestions(type: string, language: Language = 'it', own?: OwnWords): ConsentQuestion[] {
  if (!isPrivacyType(type)) return [];
  const { version, purposes } = CONSENT_NOTICES[type];
  return purposes.flatMap(({ purpose, channels, text }) => {
    const published = own?.clauses[clauseOf(purpose)];
    const drafted = { title: PURPOSE_NAMES[purpose][language], text: text[language] + DRAFT_MARK[language], version };
    const texts = published ? { title: published.heading, text: published.text, version: own.version } : drafted;
    return channels.map((channel) => ({
      purpose,
      channel,
      label: consentLabel({ purpose, channel }, language),
      ...texts,
    }));
  });
}

/** All keys of a controller: those of its forms. */
export function purposesOf(controller: string): { purpose: ConsentPurpose; channels: readonly ConsentChannel[] }[] {
  const types: readonly PrivacyType[] =
    controller === NATIONAL_CONTROLLER ? ['PRIVACY_NSC'] : ['PRIVACY_DEALER', 'PRIVACY_SERVICE'];
  return types.flatMap((type) =>
    CONSENT_NOTICES[type].purposes.map(({ purpose, channels }) => ({ purpose, channels })),
  );
}
