/** Gives the one-sentence verdict on a whole file. */
import type { Verification, VerifiedSignature } from './outcome.ts';
import type { ProblemCode } from './problems.ts';

export function verdictOf(verification: Verification): Verdict {
  const { intact, problems, signatures } = verification;
  const hasProblem = (code: ProblemCode): boolean => problems.some((problem) => problem.split(':')[0] === code);
  if (hasProblem('file.encrypted')) return 'encrypted';
  if (hasProblem('file.envelope')) return 'envelope';
  if (hasProblem('file.notPdf')) return 'unreadable';
  if (hasProblem('file.unreadable')) return signatures.length === 0 ? 'unreadable' : 'damaged';
  // Half a signature after the end is the remainder of a truncated file.
  if (signatures.length === 0) return hasProblem('file.trailingBytes') ? 'damaged' : 'unsigned';
  if (signatures.some(({ revision }) => revision === 0)) return 'damaged';
  if (!intact) {
    if (problems.some((code) => code !== 'file.endOfLine') || signatures.some(isDisproven)) return 'altered';
    const isContentIntact = ({ digestOk, valueOk, problems: signatureProblems }: VerifiedSignature): boolean =>
      digestOk && valueOk && !signatureProblems.includes('coverage.spelling');
    return signatures.every(isContentIntact) ? 'extended' : 'unknownForm';
  }
  const every = (test: (signature: VerifiedSignature) => boolean): boolean => signatures.every(test);
  if (every(({ indication }) => indication === 'TOTAL-PASSED')) return 'valid';
  if (!every(({ indication }) => indication !== 'TOTAL-FAILED')) return 'failed';
  return every((one) => one.indication === 'TOTAL-PASSED' || one.subIndication === 'NO_CERTIFICATE_CHAIN_FOUND')
    ? 'foreign'
    : 'undecided';
}

/** Why digest or value could not be compared although nothing contradicts them: unknown or unaccepted algorithms or formats. */
const INCONCLUSIVE_PROBLEMS: readonly ProblemCode[] = [
  'certificate.missing',
  'cms.algorithm',
  'cms.unsupported',
  'cms.format',
  'cms.unreadable',
];

/** A forbidden change, a digest or value that does not match, or no explanation why it could not be compared. */
function isDisproven({ digestOk, valueOk, coversWholeRevision, changesAfter, problems }: VerifiedSignature): boolean {
  if (!coversWholeRevision || changesAfter.some((change) => !change.startsWith('later.'))) return true;
  if (problems.includes('cms.digest') || problems.includes('cms.value') || problems.includes('cms.enclosed'))
    return true;
  return !(digestOk && valueOk) && !INCONCLUSIVE_PROBLEMS.some((code) => problems.includes(code));
}

/** Whether the timestamp is from one of the installation's authorities; also true for a signature without a timestamp. */
export const isStampConfirmed = ({ kind, signedAt, anchored, problems }: VerifiedSignature): boolean =>
  signedAt === null || (!problems.includes('timestamp.untrusted') && (kind !== 'timestamp' || anchored));

const texts = {
  valid: {
    it: ['Documento integro, firme valide', 'Nessuna modifica dopo la firma.'],
    en: ['Document intact, signatures valid', 'Nothing was changed after signing.'],
  },
  foreign: {
    it: [
      'Documento integro, certificati non riconosciuti',
      'Nessuna modifica dopo la firma. Fascicolo non conosce chi ha emesso i certificati: la firma può valere lo stesso.',
    ],
    en: [
      'Document intact, certificates not recognised',
      'Nothing was changed after signing. The issuer of the certificates is not known to Fascicolo: the signature may still be valid.',
    ],
  },
  undecided: {
    it: [
      'Documento integro, firme non tutte confermate',
      'Nessuna modifica dopo la firma, ma di almeno una firma non si può dire se valga.',
    ],
    en: [
      'Document intact, not all signatures confirmed',
      'Nothing was changed after signing, but of at least one signature it cannot be told whether it holds.',
    ],
  },
  failed: {
    it: ['Una firma non è valida', 'I dati non sono cambiati, ma almeno una firma non vale. Non farci affidamento.'],
    en: [
      'A signature is not valid',
      'The data was not changed, but at least one signature does not hold. Do not rely on it.',
    ],
  },
  unknownForm: {
    it: [
      'Una firma non si può controllare',
      'È rovinata, oppure usa un formato o un algoritmo che qui non si ammette: non si può dire se il documento sia integro.',
    ],
    en: [
      'A signature cannot be checked',
      'It is damaged, or uses a format or an algorithm that is not allowed here: whether the document is intact cannot be told.',
    ],
  },
  extended: {
    it: [
      'Documento completato dopo la firma',
      'Ciò che è stato firmato non è cambiato. Le aggiunte non sono vietate, ma non tutte le firme le coprono: controlla che siano quelle che ti aspetti.',
    ],
    en: [
      'Document completed after signing',
      'What was signed was not changed. The additions are not forbidden, but not all signatures cover them: check that they are what you expect.',
    ],
  },
  envelope: {
    it: [
      'È un file .p7m, non un PDF',
      'Si apre e si controlla con il programma del prestatore di firma. Se dentro c’è un PDF firmato, estrailo e controlla quello.',
    ],
    en: [
      'This is a .p7m file, not a PDF',
      'The program of the trust service that issued the signature opens and checks it. If there is a signed PDF inside, extract that and check it.',
    ],
  },
  encrypted: {
    it: [
      'Il file è protetto da password: non si può controllare',
      'Non se ne può dire nulla, né bene né male. Chi te lo ha mandato può darti una copia senza protezione.',
    ],
    en: [
      'The file is protected by a password: it cannot be checked',
      'Nothing can be said of it, neither good nor bad. Whoever sent it can give you a copy without protection.',
    ],
  },
  damaged: {
    it: [
      'File danneggiato o incompleto: non si può controllare',
      'È troncato, alterato o costruito in modo da poter essere letto in più modi. Chiedi una copia a chi te lo ha mandato.',
    ],
    en: [
      'Damaged or incomplete file: it cannot be checked',
      'It is truncated, altered or built so that it can be read in several ways. Ask whoever sent it for another copy.',
    ],
  },
  altered: {
    it: ['Documento modificato dopo la firma', 'Non farci affidamento: chiedi una copia a chi te lo ha mandato.'],
    en: ['Document changed after signing', 'Do not rely on it: ask whoever sent it to you for another copy.'],
  },
  unsigned: {
    it: ['Il documento non contiene firme', 'È un PDF leggibile, ma nessuno lo ha firmato in modo elettronico.'],
    en: ['The document holds no signatures', 'It is a readable PDF, but nobody signed it electronically.'],
  },
  unreadable: {
    it: ['Il file non si può controllare', 'Non se ne può dire nulla, né bene né male: qui sotto il motivo.'],
    en: ['The file cannot be checked', 'Nothing can be said of it, neither good nor bad: the reason stands below.'],
  },
} as const satisfies Record<string, Record<'it' | 'en', readonly [string, string]>>;
export type Verdict = keyof typeof texts;

const SINGLE_VALID = { it: 'Documento integro, firma valida', en: 'Document intact, signature valid' } as const;

/** A short title of the verdict, and an explanatory sentence; singular for a file with one signature. */
export function verdictText(
  verdict: Verdict,
  language: 'it' | 'en',
  signatures: readonly Pick<VerifiedSignature, 'kind'>[] = [],
): { title: string; text: string } {
  const [title, text] = texts[verdict][language];
  const isSingle = verdict === 'valid' && signatures.filter(({ kind }) => kind === 'signature').length === 1;
  return { title: isSingle ? SINGLE_VALID[language] : title, text };
}
