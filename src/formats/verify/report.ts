/** Writes the complete result as text to read, keep and forward: printed by the command and saved from the page /verify. */
import { explanationOf } from './explanation.ts';
import type { Verification, VerifiedSignature } from './outcome.ts';
import { problemText } from './problems.ts';
import { isStampConfirmed, verdictOf, verdictText } from './verdict.ts';

type Language = 'it' | 'en';

const labelsByLanguage = {
  it: {
    locale: 'it-IT',
    file: 'File',
    bytes: 'byte',
    outcome: 'Esito',
    at: 'Verificato il',
    noAnchors: 'Nessuna autorità attendibile indicata: si controlla solo l’integrità.',
    kinds: { signature: 'Firma', seal: 'Sigillo', timestamp: 'Marca temporale' },
    outcomes: { 'TOTAL-PASSED': 'superata', INDETERMINATE: 'non conclusiva', 'TOTAL-FAILED': 'fallita' },
    unknown: 'identità sconosciuta',
    check: 'Verifica',
    limit: ', ma solo per la versione del documento che copre',
    level: 'Livello',
    stamp: 'Marca temporale',
    unconfirmed: 'non confermata',
    claimed: 'Orario dichiarato, senza prova',
    none: 'assente',
    issuer: 'Certificato emesso da',
    known: 'autorità che Fascicolo conosce',
    foreign: 'autorità che Fascicolo non conosce',
    zone: 'ora italiana',
  },
  en: {
    locale: 'en-GB',
    file: 'File',
    bytes: 'bytes',
    outcome: 'Outcome',
    at: 'Checked on',
    noAnchors: 'No trusted authority was given: only integrity is checked.',
    kinds: { signature: 'Signature', seal: 'Seal', timestamp: 'Timestamp' },
    outcomes: { 'TOTAL-PASSED': 'passed', INDETERMINATE: 'inconclusive', 'TOTAL-FAILED': 'failed' },
    unknown: 'unknown identity',
    check: 'Check',
    limit: ', but only for the version of the document that it covers',
    level: 'Level',
    stamp: 'Timestamp',
    unconfirmed: 'not confirmed',
    claimed: 'Claimed time, unproven',
    none: 'none',
    issuer: 'Certificate issued by',
    known: 'an authority known to Fascicolo',
    foreign: 'an authority not known to Fascicolo',
    zone: 'Italian time',
  },
} as const;

export interface ReportContext {
  /** The file's name, without its folder. */
  name: string;
  language: Language;
  /** Whether there was any trust anchor. */
  trusts: boolean;
  /** When the check was made, ISO 8601; omitted if the reader sees it anyway. */
  at?: string;
}

export function reportOf(result: Verification, { name, language, trusts, at }: ReportContext): string {
  const labels = labelsByLanguage[language];
  const { title, text } = verdictText(verdictOf(result), language, result.signatures);
  const lines = [
    `${labels.file}: ${plain(name)} (${formatCount(result.size, language)} ${labels.bytes})`,
    `SHA-256: ${result.sha256}`,
    ...(at === undefined ? [] : [`${labels.at}: ${localTime(at, language)}`]),
    `${labels.outcome}: ${title}`,
    `  ${text}`,
    ...bullets(result.problems, language),
  ];
  if (!trusts) lines.push(`  - ${labels.noAnchors}`);
  for (const [index, signature] of result.signatures.entries())
    lines.push('', ...section(index + 1, signature, result.intact, language));
  return lines.join('\n');
}

function section(position: number, signature: VerifiedSignature, intact: boolean, language: Language): string[] {
  const say = labelsByLanguage[language];
  const { kind, indication, subIndication, level, signedAt, claimedAt } = signature;
  const { signer, organization, issuer, field } = signature;
  const who = [plain(signer ?? say.unknown), organization && organization !== signer ? `(${plain(organization)})` : '']
    .filter(Boolean)
    .join(' ');
  const stamped = signedAt && [
    localTime(signedAt, language),
    ...(isStampConfirmed(signature) ? [] : [say.unconfirmed]),
  ];
  const limit = indication === 'TOTAL-PASSED' && !intact ? say.limit : '';
  const codes = [indication, subIndication].filter(Boolean).join(' / ');
  return [
    `${position}. ${say.kinds[kind]}${field ? ` «${plain(field)}»` : ''}: ${who}`,
    `  ${say.check}: ${say.outcomes[indication]}${limit} [${codes}]`,
    `  ${explanationOf(signature, language)}`,
    ...(level ? [`  ${say.level}: PAdES ${level}`] : []),
    `  ${say.stamp}: ${stamped ? stamped.join(', ') : say.none}`,
    ...(signedAt === null && claimedAt !== null ? [`  ${say.claimed}: ${localTime(claimedAt, language)}`] : []),
    ...(issuer ? [`  ${say.issuer}: ${plain(issuer)} (${signature.anchored ? say.known : say.foreign})`] : []),
    ...bullets([...signature.problems, ...signature.changesAfter], language),
  ];
}

/** Prevents content from third parties from starting a line, controlling the terminal or reversing the text direction. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

/** One sentence for each kind of problem. */
const bullets = (problems: readonly string[], language: Language): string[] =>
  [...new Set(problems.map((problem) => problemText(problem, language)))].map((text) => `  - ${text}`);

const formatCount = (count: number, language: Language): string =>
  count.toLocaleString(labelsByLanguage[language].locale, { useGrouping: 'always' as unknown as boolean });

function localTime(iso: string, language: Language): string {
  const { locale, zone } = labelsByLanguage[language];
  const localized = new Date(iso).toLocaleString(locale, {
    timeZone: 'Europe/Rome',
    dateStyle: 'long',
    timeStyle: 'medium',
  });
  return `${localized} (${zone})`;
}
