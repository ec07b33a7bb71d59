/** Extracts customer and vehicle data from the text of a PDF: codes by their form, names by the label before them. Pure. */
import { isValidFiscalCode } from '#domain/codes/fiscal-code.ts';
import { normalisePlate } from '#domain/codes/vehicle.ts';
import { withoutBlanks } from '#domain/dossiers/contact-patterns.ts';
import { withoutInvisible } from '#domain/letters/typed-text.ts';
import { NO_FORM_WORD, written } from './form-words.ts';
import { namesOfCodes, separatelyLabelled, wholeName } from './names-in-text.ts';
import { withoutIbans } from './without-ibans.ts';

export interface FoundInText {
  /** Codici fiscali of people with a valid check character, in text order. */
  fiscalCodes: string[];
  /** "Nome Cognome" as written. */
  names: string[];
  emails: string[];
  /** +39 and the number. */
  phones: string[];
  plates: string[];
  vins: string[];
  /** Numbers of proposals, orders or cases. */
  numbers: string[];
  /** Home addresses; only labelled ones, when there are any. */
  addresses: FoundAddress[];
  /** Those after a label such as `Residenza`: the customer's even if the dealer has the same. */
  homes: FoundAddress[];
}

export interface FoundAddress {
  street: string;
  postalCode: string;
  city: string;
}

const CODE =
  /(?<![A-Z0-9])[A-Z]{3} ?[A-Z]{3} ?[0-9LMNPQRSTUV]{2} ?[ABCDEHLMPRST] ?[0-9LMNPQRSTUV]{2} ?[A-Z] ?[0-9LMNPQRSTUV]{3} ?[A-Z](?![A-Z0-9])/gi;
const CAR = /(?<![A-Z0-9])[A-HJ-NPR-TV-Z]{2}[ -]?\d{3}[ -]?[A-HJ-NPR-TV-Z]{2}(?![A-Z0-9])/g;
/** A motorcycle's plate looks like any short code: accept it only after its label. */
const LABELLED_PLATE = /\btarga\b\s*[:.]?\s*([A-HJ-NPR-TV-Z]{2}[ -]?\d{5})(?![A-Z0-9])/gi;
const VIN = /(?<![A-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])/g;
const EMAIL = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g;
/** In any grouping: "333-1234567", "333 12 34 567", "(+39) 333/123.4567"; not inside a longer number. */
const MOBILE = /(?<![\d+]|\d[-/.])(?:(?:\(?\+39\)?|0039)[ ./-]?)?3\d{2}(?:[ ./-]?\d){6,7}(?![\d]|[-/.]\d)/g;
/** An amount: "350.000.000". */
const AMOUNT = /^\d{3}(?:\.\d{3})+$/;
const WORD = "\\p{Lu}[\\p{L}'’]+";
const LABELS = written(
  ['cliente', 'nome e cognome', 'cognome e nome', 'intestatario', 'intestataria', 'proponente', 'acquirente'].concat([
    ...['contraente', 'sottoscritto', 'sottoscritta', 'sig.', 'sig.ra'],
  ]),
);
const AFTERWARDS = written([
  'tel',
  'cell',
  'fax',
  'email',
  'e-mail',
  'pec',
  'codice',
  'nato',
  'nata',
  'prov',
  'targa',
  'telaio',
  'partita',
]);
const NAME_WORD = `${NO_FORM_WORD}${WORD}`;
/** A line break is allowed only between first and last name. */
const NAMED = new RegExp(
  `(?<!\\p{L})(?:${LABELS})[ ]?[:.]?\\s+(${NAME_WORD}\\s${NAME_WORD}(?: ${NAME_WORD}){0,2})`,
  'gu',
);

const ABOUT = '(?:proposta|preventivo|contratto|ordine|commessa|pratica)';
const NUMBER = '(?:numero|num\\.?|nr\\.?|n\\.|n°|nº)';
/** Must have a digit: "proposta n. di telaio" has no number. */
const OWN = '((?=[A-Z0-9/._-]*\\d)[A-Z0-9](?:[A-Z0-9/._-]{0,28}[A-Z0-9])?)(?![A-Z0-9])';
/** "Proposta d'acquisto n. PV-77", "Numero commessa: 4711". */
const NUMBERED = new RegExp(
  `\\b(?:${ABOUT}(?:\\s(?:di\\s|d[’'])?\\p{L}+){0,2}\\s?${NUMBER}|${NUMBER}\\s?(?:di\\s|della\\s|del\\s|dell[’'])?${ABOUT})\\s?:?\\s?${OWN}`,
  'giu',
);
const WAY =
  '(?:p\\.?\\s?z?za|p\\.?\\s?zz?ale|p\\.le|v\\.?le|c\\.so|l\\.go|vic\\.|str\\.|loc\\.|fraz\\.|frazione|b\\.go|c\\.da|galleria|rotonda|calle|fondamenta|via|viale|piazza|piazzale|corso|largo|vicolo|strada|contrada|località|borgo|lungomare|lungarno|lungotevere|traversa|salita)';
/** "Via Roma 18, 40121 Bologna (BO)"; the town ends at its province, a comma, the line end, or a lower-case letter. */
const ADDRESS = new RegExp(
  `(residen\\p{L}+|indirizzo|domicili\\p{L}+|abitante)?[^\\p{L}]{0,3}(?:in |a )?(?<![\\p{L}])(${WAY}\\s?[\\p{L}0-9.’'\\s]{1,60}?,?\\s?(?:(?:n\\.?|n°|nº|nr\\.?|num\\.?|civico)\\s?)?\\d+\\s?(?:[a-z](?![\\p{L}]))?(?:/[0-9a-z]+)?)\\s*[,–-]?\\s*(?:CAP )?(\\d{5})\\s+`,
  'giu',
);
const TOWN = new RegExp(
  `^\\p{Lu}[\\p{L}’']+(?: (?!${AFTERWARDS})(?:\\p{Ll}{1,4}[’']\\p{Lu}\\p{L}+|(?:di|del|della|dei|delle|in|sul|a|nel|al)(?!\\p{L})|\\p{Lu}[\\p{L}’']+)){0,4}`,
  'u',
);
/** Not part of a town's name: its province, or the start of the following text. */
const AFTER_TOWN = / (?:\p{Lu}{2}|\p{Ll}+)$/u;

const unique = (values: Iterable<string>): string[] => [...new Set(values)];
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);

/** A chassis number has both letters and digits; seventeen characters of one kind are something else. */
const isVin = (text: string): boolean => /\d/.test(text) && /[A-Z]/.test(text) && /\d{4}$/.test(text);

function addressesIn(text: string): Pick<FoundInText, 'addresses' | 'homes'> {
  const candidates = [...text.matchAll(ADDRESS)].flatMap((match) => {
    const [matched, label, street = '', postalCode = ''] = match;
    const [city] = TOWN.exec(text.slice(match.index + matched.length)) ?? [];
    return city
      ? [
          {
            said: label !== undefined,
            street: street.trim().replace(/\s+/g, ' '),
            postalCode,
            city: city.replace(AFTER_TOWN, ''),
          },
        ]
      : [];
  });
  const labelled = candidates.filter((candidate) => candidate.said);
  const chosen = (labelled.length > 0 ? labelled : candidates).map(({ said: _said, ...address }) => address);
  const addresses = [...new Map(chosen.map((address) => [JSON.stringify(address).toLowerCase(), address])).values()];
  return { addresses, homes: labelled.length > 0 ? addresses : [] };
}

/** The heading above a car given in part exchange. */
const TRADE_IN =
  /^[ \t]*(?:(?:veicolo|vettura|auto|usato|moto)[ \t]+)?(?:(?:ritirat[oa]|dat[oa])[ \t]+)?(?:in[ \t]+)?permuta[ \t]*:?[ \t]*$/i;
const HEADING = /^[\p{Lu}][\p{Lu} ’']{3,}$/u;
/** Maximum number of lines of that section, when no other heading ends it. */
const PART_LINES = 14;

/** The text without the trade-in section: the folder is about the other car. */
function withoutTradeIn(text: string): string {
  let remainingLines = 0;
  const lines = text.split('\n').filter((line) => {
    if (TRADE_IN.test(line)) remainingLines = PART_LINES;
    else if (remainingLines > 0 && HEADING.test(line.trim())) remainingLines = 0;
    else if (remainingLines > 0) remainingLines -= 1;
    return remainingLines === 0 && !/\bpermuta\b/i.test(line);
  });
  return lines.join('\n');
}

const platesIn = (text: string): string[] =>
  unique([...all(text, LABELLED_PLATE), ...all(text, CAR)].map(normalisePlate));
const vinsIn = (text: string): string[] => unique(all(text, VIN)).filter(isVin);

/** Matches outside the trade-in section; in the whole text when there are none. */
function outsideTradeIn(text: string, read: (text: string) => string[]): string[] {
  const matches = read(withoutTradeIn(text));
  return matches.length > 0 ? matches : read(text);
}

/** Names confirmed by a codice fiscale first, then those after a label. */
function namesIn(text: string, fiscalCodes: readonly string[]): string[] {
  const names = [...namesOfCodes(text, fiscalCodes), ...separatelyLabelled(text), ...all(text, NAMED)].map(wholeName);
  const key = (name: string): string => name.toLowerCase().split(' ').sort().join(' ');
  const byKey = new Map<string, string>();
  for (const name of names) if (name !== '' && !byKey.has(key(name))) byKey.set(key(name), name);
  return [...byKey.values()];
}

export function findInText(written: string): FoundInText {
  const text = withoutIbans(
    withoutInvisible(written)
      .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
      .replace(/[‐‑‒–]/g, '-'),
  );
  const fiscalCodes = unique(all(text, CODE).map((code) => withoutBlanks(code).toUpperCase())).filter(
    isValidFiscalCode,
  );
  const phones = all(text, MOBILE).filter((number) => !AMOUNT.test(number));
  return {
    fiscalCodes,
    names: namesIn(text, fiscalCodes),
    emails: unique(all(text, EMAIL).map((address) => address.toLowerCase())),
    phones: unique(phones.map((number) => `+39 ${number.replace(/\D/g, '').replace(/^(?:00)?39(?=3\d{8})/, '')}`)),
    plates: outsideTradeIn(text, platesIn),
    vins: outsideTradeIn(text, vinsIn),
    numbers: unique(all(text, NUMBERED)),
    ...addressesIn(text),
  };
}
