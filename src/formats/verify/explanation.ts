/** Explains each EN 319 102-1 indication and sub-indication in words, for the page /verify, the command and the portal. */

/** Every sub-indication of the verifier; judgement.ts maps problems to them. */
const texts = {
  FORMAT_FAILURE: [
    'La firma non è costruita come vuole la norma, o non copre tutto il documento: non può valere.',
    'The signature is not built as the standard demands, or does not cover the whole document: it cannot hold.',
  ],
  HASH_FAILURE: [
    'Il contenuto è stato cambiato dopo la firma: non è più quello che è stato firmato.',
    'The content was changed after the signature: it is no longer what was signed.',
  ],
  SIG_CRYPTO_FAILURE: [
    'Il valore della firma è stato alterato o non è stato fatto con la chiave del certificato.',
    'The signature’s value was altered, or was not made with the certificate’s key.',
  ],
  NO_SIGNING_CERTIFICATE_FOUND: [
    'Nel file manca il certificato di chi ha firmato, o la firma ne indica un altro: non si può dire di chi sia.',
    'The signer’s certificate is not in the file, or the signature names another one: whose it is cannot be told.',
  ],
  SIG_CONSTRAINTS_FAILURE: [
    'Nella firma mancano dati che la norma richiede: da sola non basta per una conclusione.',
    'The signature lacks data that the standard requires: on its own it allows no conclusion.',
  ],
  SIGNED_DATA_NOT_FOUND: [
    'Il contenuto firmato è cifrato e qui non si può leggere: della firma non si può dire nulla.',
    'The signed content is encrypted and cannot be read here: nothing can be said of the signature.',
  ],
  CRYPTO_CONSTRAINTS_FAILURE: [
    'La firma usa un algoritmo o una chiave su cui qui non ci si può basare, nemmeno sapendo quando è stata apposta.',
    'The signature uses an algorithm or a key that cannot be relied on here, not even knowing when it was made.',
  ],
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: [
    'La firma usa un algoritmo o una chiave troppo deboli per fidarsene oggi, o di un tipo che qui non si controlla.',
    'The signature uses an algorithm or a key that is too weak to rely on today, or of a kind that is not checked here.',
  ],
  NO_CERTIFICATE_CHAIN_FOUND: [
    'Ciò che copre è integro, ma Fascicolo non conosce chi ha emesso il certificato: la conferma può venire solo da lì.',
    'What it covers is intact, but the issuer of the certificate is not known to Fascicolo: only that issuer can confirm it.',
  ],
  CHAIN_CONSTRAINTS_FAILURE: [
    'Il certificato è stato usato per uno scopo che non gli spetta, o da un’autorità che non poteva emetterlo.',
    'The certificate was used for a purpose that it does not serve, or comes from an authority that could not issue it.',
  ],
  NO_POE: [
    'La marca temporale non prova quando la firma è stata apposta.',
    'The timestamp does not prove when the signature was made.',
  ],
  OUT_OF_BOUNDS_NO_POE: [
    'Il certificato oggi è scaduto e nulla prova che la firma sia stata apposta prima.',
    'The certificate has expired by now, and nothing proves that the signature was made before.',
  ],
  EXPIRED: [
    'Quando la firma è stata apposta il certificato era già scaduto.',
    'The certificate had already expired when the signature was made.',
  ],
  NOT_YET_VALID: [
    'Quando la firma è stata apposta il certificato non era ancora valido.',
    'The certificate was not yet valid when the signature was made.',
  ],
  REVOKED: [
    'Quando la firma è stata apposta il certificato era già stato revocato: la firma non vale.',
    'The certificate had already been revoked when the signature was made: the signature does not hold.',
  ],
  REVOKED_NO_POE: [
    'Il certificato è stato revocato e nulla prova che la firma sia stata apposta prima.',
    'The certificate was revoked, and nothing proves that the signature was made before.',
  ],
  REVOKED_CA_NO_POE: [
    'L’autorità che ha emesso il certificato è stata revocata e nulla prova che la firma sia stata apposta prima.',
    'The authority that issued the certificate was revoked, and nothing proves that the signature was made before.',
  ],
  TRY_LATER: [
    'La firma è integra; non si è potuto sapere se il certificato sia stato revocato.',
    'The signature is intact; whether its certificate was revoked could not be found out.',
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type SubIndication = keyof typeof texts;

export const SUB_INDICATIONS = Object.keys(texts) as readonly SubIndication[];

const general = {
  'TOTAL-PASSED': [
    'Il contenuto non è cambiato e il certificato viene da un’autorità che Fascicolo conosce.',
    'The content was not changed, and the certificate comes from an authority known to Fascicolo.',
  ],
  INDETERMINATE: [
    'Il controllo non permette di dire né che la firma vale né che non vale.',
    'The check does not allow to say that the signature holds, nor that it does not.',
  ],
  'TOTAL-FAILED': ['La firma non è valida.', 'The signature is not valid.'],
} as const satisfies Record<string, readonly [string, string]>;

/** One sentence on the outcome of a signature; an unknown sub-indication falls back to the indication. */
export function explanationOf(
  { indication, subIndication }: { indication: string; subIndication: string | null },
  language: 'it' | 'en',
): string {
  const pair =
    texts[subIndication as SubIndication] ?? general[indication as keyof typeof general] ?? general.INDETERMINATE;
  return pair[language === 'it' ? 0 : 1];
}
