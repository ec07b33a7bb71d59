/** Recognises words that name the signer: "Firma del cliente", "Il Venditore", "Per accettazione". Pure. */
import type { SignerRole } from '../../folders/folder-types.ts';

/** `nobody`: a person who does not sign here, such as a guarantor, a second customer or a bank. */
export type LabelRole = SignerRole | 'nobody' | null;

export interface LabelFacts {
  /** Null if the words do not state it. */
  readonly role: LabelRole;
  /** The words mention a signature, not only a person: "Cliente ____" may ask for a name. */
  readonly mentionsSignature: boolean;
  /** "Il Cliente", not "Cliente". */
  readonly hasArticle: boolean;
  readonly purpose: 'signature' | 'approval' | 'consent';
  /** Only companies stamp. */
  readonly hasStamp: boolean;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const ROLE_WORDS: readonly (readonly [LabelRole, ReadonlySet<string>])[] = [
  [
    'customer',
    wordSet(`cliente acquirente compratore compratrice proponente richiedente intestatario intestataria committente
      conduttore conduttrice comodatario comodataria locatario locataria utilizzatore utilizzatrice consumatore
      contraente interessato interessata dichiarante ordinante sottoscrittore sottoscrittrice consegnatario ritirante
      noleggiatario affidatario customer buyer`),
  ],
  [
    'dealer',
    wordSet(`venditore venditrice concessionario concessionaria dealer comodante locatore noleggiante rivenditore
      autosalone consulente seller`),
  ],
  ['operatorDealer', wordSet('accettatore accettatrice caposervizio accettazionista')],
  ['salesManager', wordSet('responsabile direttore direttrice manager capovendite')],
  [
    'nobody',
    wordSet(`coobbligato coobbligata coobbligati garante garanti fideiussore cointestatario cointestataria coacquirente
      cocliente coniuge testimone testimoni conducente banca finanziaria tutore genitore genitori perito medico agente
      intermediario collaboratore addetto addetta incaricato incaricata operatore operatrice tecnico meccanico officina
      carrozzeria collaudatore magazziniere cassiere mandatario mandataria fornitore ditta impresa azienda titolare
      cedente cessionario permutante proprietario proprietaria delegante avvalorante notaio verificatore`),
  ],
];

/** A second person of a role signs no document here. */
const SECOND_PERSON = wordSet('2 secondo seconda altro altra altri 3 terzo co');
const HEADS = wordSet('firma firme sottoscrizione sigla visto signature signed');
/** Words before "per" that mark a signature, and the possible purposes of a signature. */
const PURPOSES = wordSet(
  `accettazione ricevuta conferma approvazione quietanza autorizzazione adesione consenso ritiro consegna restituzione
   riconsegna presa visione benestare acquisto vendita comodato noleggio incarico`,
);
const PHRASES = [
  /^in fede$/,
  /^letto,? (?:confermato|approvato|accettato)(?:,? (?:confermato|approvato|accettato))? e sottoscritto/,
  /^per (?:accettazione|ricevuta|conferma|approvazione|quietanza|adesione|presa visione|benestare)\b/,
];
/** Other words in a label that do not change its meaning. */
const FILLERS =
  wordSet(`il lo la l i gli le un una del dello della dell d dei degli delle di da dal al allo alla all a ad e ed
   o od oppure in con per su sul sulla suo sua x sig sigg signor signora ra parte nome cognome nominativo data luogo ora
   leggibile esteso autografa chiara timbro legale rappresentante societa persona fisica giuridica qualita 1 primo prima
   delegato delegata veicolo vettura auto autovettura mezzo preventivo ordine proposta offerta contratto modulo documento
   documenti chiavi copia specifica specificamente clausole vessatorie ex art artt articolo articoli c cc 1341 1342
   firmatario principale usato nuovo nuova sede timbrata obbligatoria se necessario vendite vendita service assistenza
   alle ai commerciale punto lettura carico lavori lavorazioni riparazione intervento prenotazione privacy trattamento dati
   personali informativa`);

const APPROVAL = /134[12]|clausol|vessator|specific/;
const CONSENT = /consens|privacy|trattamento|informativa/;

/** Lower case, without accents and punctuation. */
export const normalisedWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A label with more words is a sentence. */
const MOST_WORDS = 12;

/** @returns the role, purpose and form that a label indicates; null when the text is not a label. */
export function readLabel(text: string): LabelFacts | null {
  const words = normalisedWords(text);
  if (words.length === 0 || words.length > MOST_WORDS) return null;
  const joined = words.join(' ');
  const isPhrase = PHRASES.some((phrase) => phrase.test(text.trim().toLowerCase()));
  const roles = words.flatMap((word) => ROLE_WORDS.find(([, roleWords]) => roleWords.has(word))?.[0] ?? []);
  const isKnown = (word: string): boolean =>
    FILLERS.has(word) ||
    HEADS.has(word) ||
    PURPOSES.has(word) ||
    SECOND_PERSON.has(word) ||
    isPhraseWord(word) ||
    isRole(word);
  if (!words.every(isKnown)) return null;
  const isHead = isPhrase || words.some((word) => HEADS.has(word));
  if (!isHead && roles.length === 0) return null;
  const isSecond = words.some((word) => SECOND_PERSON.has(word)) && !/\bo (?:altro|altra)\b/.test(joined);
  return {
    role: isSecond ? 'nobody' : roleOf(roles, joined),
    mentionsSignature: isHead,
    hasArticle: /^(?:il|lo|la|l|gli|per il|per la|per l)\b/.test(joined),
    purpose: APPROVAL.test(joined) ? 'approval' : CONSENT.test(joined) ? 'consent' : 'signature',
    hasStamp: words.includes('timbro'),
  };
}

const isRole = (word: string): boolean => ROLE_WORDS.some(([, roleWords]) => roleWords.has(word));
const isPhraseWord = (word: string): boolean =>
  ['letto', 'confermato', 'approvato', 'accettato', 'sottoscritto', 'fede'].includes(word);

/** A line shared by two signers belongs to neither. */
function roleOf(roles: readonly LabelRole[], joined: string): LabelRole {
  const [first = null] = roles;
  const isUnanimous = roles.every((role) => role === first);
  if (isUnanimous) return first;
  // "Il responsabile della concessionaria", "Il consulente alle vendite": the first noun names the person.
  return / e (?:il |la |l |del |della |dell )?\w+$/.test(joined) && roles.includes('customer') ? 'nobody' : first;
}

/** Words that qualify a label above or below them: "(timbro e firma)", "per esteso e leggibile". */
export const isCaption = (text: string): boolean => {
  const words = normalisedWords(text);
  return words.length > 0 && words.length <= MOST_WORDS && words.every((word) => FILLERS.has(word) || HEADS.has(word));
};

/** A signature's purpose according to the paragraph before it. */
export function purposeOfText(text: string): LabelFacts['purpose'] {
  if (/\b134[12]\b|vessatori|approva(?:no)? (?:specific|espress)|specifica(?:mente)? approva/i.test(text))
    return 'approval';
  const consent =
    /acconsent|(?:prest|esprim|rilasci|neg|d)[aoi]?(?:re)? (?:il )?(?:proprio |mio )?consenso|consenso al trattamento/i;
  return consent.test(text) ? 'consent' : 'signature';
}
