/** The one sentence that comes first: what the check of a whole file found (D-63, DESIGN.md §4 "Verify"). */
import type { Verification, VerifiedSignature } from './outcome.ts';
import type { ProblemCode } from './problems.ts';

export type Verdict =
  | 'valid'
  | 'foreign'
  | 'undecided'
  | 'failed'
  | 'unknownForm'
  | 'altered'
  | 'damaged'
  | 'unsigned'
  | 'unreadable';

export function verdictOf(verification: Verification): Verdict {
  const { intact, problems, signatures } = verification;
  const has = (code: ProblemCode): boolean => problems.some((problem) => problem.split(':')[0] === code);
  if (has('file.notPdf') || has('file.encrypted')) return 'unreadable';
  if (has('file.unreadable')) return signatures.length === 0 ? 'unreadable' : 'damaged';
  // Half a signature behind the end is what a file leaves that was cut off.
  if (signatures.length === 0) return has('file.trailingBytes') ? 'damaged' : 'unsigned';
  if (signatures.some(({ revision }) => revision === 0)) return 'damaged';
  if (!intact) return problems.length === 0 && signatures.every(mayBeIntact) ? 'unknownForm' : 'altered';
  const all = (test: (one: VerifiedSignature) => boolean): boolean => signatures.every(test);
  if (all(({ indication }) => indication === 'TOTAL-PASSED')) return 'valid';
  if (!all(({ indication }) => indication !== 'TOTAL-FAILED')) return 'failed';
  return all((one) => one.indication === 'TOTAL-PASSED' || one.subIndication === 'NO_CERTIFICATE_CHAIN_FOUND')
    ? 'foreign'
    : 'undecided';
}

/** Nothing speaks against it, but it is made in a way that is not read or not accepted, so that digest or value were not compared (D-66). */
function mayBeIntact({ digestOk, valueOk, coversWholeRevision, changesAfter, problems }: VerifiedSignature): boolean {
  if (!coversWholeRevision || changesAfter.length > 0) return false;
  if (digestOk && valueOk) return true;
  const refused = ['certificate.missing', 'cms.algorithm', 'cms.format', 'cms.unreadable'].some((code) =>
    problems.includes(code),
  );
  return refused && !problems.includes('cms.digest') && !problems.includes('cms.value');
}

/** Whether the authority that stamped is one of the installation's; so is a signature without any timestamp. */
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
      'Nothing was changed after signing. Fascicolo does not know who issued the certificates: the signature may hold all the same.',
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
} as const satisfies Record<Verdict, Record<'it' | 'en', readonly [string, string]>>;

const ONE_VALID = { it: 'Documento integro, firma valida', en: 'Document intact, signature valid' } as const;

/** The verdict in a few words, and a sentence that goes on from there; of a file with one signature in the singular. */
export function verdictText(
  verdict: Verdict,
  language: 'it' | 'en',
  signatures: readonly Pick<VerifiedSignature, 'kind'>[] = [],
): { title: string; text: string } {
  const [title, text] = texts[verdict][language];
  const one = verdict === 'valid' && signatures.filter(({ kind }) => kind === 'signature').length === 1;
  return { title: one ? ONE_VALID[language] : title, text };
}
