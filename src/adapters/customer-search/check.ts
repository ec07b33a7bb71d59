/** `doctor` for RSP and DMS: files, certificate, token, and one search whose result is discarded. */
import { stat } from 'node:fs/promises';
import type { OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { Message } from '#domain/errors.ts';
import type { Clock } from '#ports/clock.ts';
import type { CustomerQuery, FoundCustomers } from '#ports/customer-search.ts';
import { type Finding, failure, ok, sentences, warning } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside.ts';
import { certificatesIn, keyFits, SettingFileWrong } from '../setting-file.ts';
import { openExchange } from './connection.ts';
import { type DirectoryFiles, readDirectoryFiles } from './files.ts';
import { type DirectorySettings, openHttpDms, openHttpRsp } from './http.ts';
import { patientExchange } from './timeout.ts';
import { openTokens } from './tokens.ts';

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
/** Milliseconds; token and search together stay below five seconds, and both systems are checked in parallel. */
const TIME_LIMIT = 2_300;

const UNTRUSTED = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;
const OUR_CERTIFICATE = /ALERT/;
/** Some servers reset the connection instead of sending a TLS alert. */
const HUNG_UP = /^(?:ECONNRESET|EPIPE)$/;
/** Likely to match some customer, so that the mapping is checked too; filters need three characters. */
const QUERY: CustomerQuery = {
  filters: [
    { field: 'email', operator: 'contains', value: '.it' },
    { field: 'mobilePhone', operator: 'contains', value: '333' },
  ],
  ...{ hsts: null, sort: [{ field: 'lastName', descending: false }], offset: 0, limit: 1 },
};

interface Asked {
  readonly system: OutsideDirectory;
  readonly place: Message;
  /** The setting that contains the address. */
  readonly setting: string;
  /** Whether we send a client certificate. */
  readonly identified: boolean;
}

/** @param it @param en what the place does wrong, and the remedy. */
const wrongAt = (name: string, { place }: Asked, it: string, en: string): Finding =>
  failure(name, { it: `${place.it} ${it}`, en: `${place.en} ${en}` });

const toldBy = ({ system }: Asked, { message }: OutsideFailure): string => message.slice(system.length + 2);

/** Connection failures common to the token service and the directory. */
function unreached(asked: Asked, error: OutsideFailure): Finding {
  const { system, setting, identified } = asked;
  const code = /\(([A-Z0-9_]+)\)$/.exec(error.message)?.[1] ?? '';
  if (UNTRUSTED.test(code)) {
    return wrongAt(
      `${system}_CERTIFICATES`,
      asked,
      `ha un certificato non attendibile (${code}). Metti il certificato della sua autorità nel file di ${system}_CERTIFICATES, oppure correggi quello del server.`,
      `has a certificate that is not trusted (${code}). Put its authority’s certificate into the file of ${system}_CERTIFICATES, or correct the server’s.`,
    );
  }
  if (OUR_CERTIFICATE.test(code) || (identified && HUNG_UP.test(code))) {
    return wrongAt(
      `${system}_CERTIFICATE`,
      asked,
      `sembra non accettare il nostro certificato (${code}). Fai ammettere là il certificato di ${system}_CERTIFICATE, oppure impostalo se manca.`,
      `does not seem to take our certificate (${code}). Have the certificate of ${system}_CERTIFICATE admitted there, or set it if there is none.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return wrongAt(
      setting,
      asked,
      `ha un nome sconosciuto al DNS (${code}). Correggi ${setting}.`,
      `has a name that DNS does not know (${code}). Correct ${setting}.`,
    );
  }
  const told = toldBy(asked, error);
  return wrongAt(
    setting,
    asked,
    `non risponde come deve: ${told}. Controlla ${setting} e la rete.`,
    `does not answer rightly: ${told}. Check ${setting} and the network.`,
  );
}

function tokenFinding(asked: Asked, error: OutsideFailure): Finding {
  const { system, setting } = asked;
  if (error.reason !== 'refused') return unreached(asked, error);
  if (/invalid_scope/.test(error.message)) {
    return wrongAt(
      `${system}_SCOPE`,
      asked,
      `non conosce lo scope. Correggi ${system}_SCOPE.`,
      `does not know the scope. Correct ${system}_SCOPE.`,
    );
  }
  if (/invalid_client|unauthorized_client|answered 401/.test(error.message)) {
    return wrongAt(
      `${system}_CLIENT_SECRET`,
      asked,
      `non accetta le nostre credenziali. Correggi ${system}_CLIENT_ID e ${system}_CLIENT_SECRET.`,
      `does not take our credentials. Correct ${system}_CLIENT_ID and ${system}_CLIENT_SECRET.`,
    );
  }
  const told = toldBy(asked, error);
  return wrongAt(
    setting,
    asked,
    `non dà nessun token: ${told}. Correggi ${setting}.`,
    `gives no token: ${told}. Correct ${setting}.`,
  );
}

function searchFinding(asked: Asked, error: OutsideFailure): Finding {
  const { system, setting } = asked;
  const told = toldBy(asked, error);
  if (/answered 40[13]/.test(error.message)) {
    return wrongAt(
      `${system}_CLIENT_ID`,
      asked,
      `ci dà un token, ma non la ricerca. Fai ammettere ${system}_CLIENT_ID alla ricerca, oppure correggi ${system}_SCOPE.`,
      `gives us a token, but not the search. Have ${system}_CLIENT_ID admitted to the search, or correct ${system}_SCOPE.`,
    );
  }
  if (/answered 404/.test(error.message)) {
    return wrongAt(
      setting,
      asked,
      `lì non ha nessuna ricerca (404). Correggi ${setting}, oppure i percorsi in ${system}_MAPPING.`,
      `has no search there (404). Correct ${setting}, or paths in ${system}_MAPPING.`,
    );
  }
  if (/answered 4(?:00|22)/.test(error.message)) {
    return wrongAt(
      `${system}_MAPPING`,
      asked,
      `non capisce la ricerca (${told}). Correggi i nomi in ${system}_MAPPING.`,
      `does not understand the search (${told}). Correct names in ${system}_MAPPING.`,
    );
  }
  if (error.reason === 'wrong' && !/\(HPE_/.test(error.message)) {
    return wrongAt(
      `${system}_MAPPING`,
      asked,
      `risponde diversamente da quanto concordato: ${told}. Correggi i nomi in ${system}_MAPPING.`,
      `answers otherwise than agreed: ${told}. Correct names in ${system}_MAPPING.`,
    );
  }
  return unreached(asked, error);
}

async function checkFiles(
  { system, identity }: DirectoryFiles,
  { tls }: DirectorySettings,
  now: Date,
): Promise<Finding[]> {
  if (identity === null || tls.identity === null) return [];
  const name = `${system}_CERTIFICATE`;
  const findings: Finding[] = [];
  const [own] = certificatesIn(name, identity.certificate, tls.identity.certificate);
  const until = own.validToDate;
  const day = until.toISOString().slice(0, 10);
  if (until <= now || own.validFromDate > now) {
    findings.push(
      failure(name, {
        it: `Il nostro certificato oggi non è valido (scade il ${day}): fallo rinnovare.`,
        en: `Our certificate is not valid today (until ${day}): have it renewed.`,
      }),
    );
  } else if (until.getTime() - now.getTime() < SOON_DAYS * DAY) {
    findings.push(
      warning(name, {
        it: `Il nostro certificato scade il ${day}: fallo rinnovare.`,
        en: `Our certificate ends on ${day}: have it renewed.`,
      }),
    );
  } else {
    findings.push(ok(name, keyFits(day)));
  }
  const { mode } = await stat(identity.key);
  if ((mode & 0o077) !== 0) {
    findings.push(
      warning(`${system}_KEY`, {
        it: `Altri su questa macchina possono leggere ${identity.key}. Rimedio: chmod 400 ${identity.key}.`,
        en: `Others on this machine may read ${identity.key}. Remedy: chmod 400 ${identity.key}.`,
      }),
    );
  }
  return findings;
}

async function failureOf(call: Promise<unknown>): Promise<OutsideFailure | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof OutsideFailure) return error;
    throw error;
  }
}

async function checkService(
  system: OutsideDirectory,
  settings: DirectorySettings,
  timeLimit: number,
): Promise<Finding> {
  const { tokenUrl } = settings.token;
  const token = { ...settings.token, authentication: settings.mapping.authentication, timeLimit: () => timeLimit };
  const tokens = openTokens(system, token, patientExchange(system, openExchange(system, settings.tls)));
  const refused = await failureOf(tokens.current(new AbortController().signal));
  const identifies = (url: string): boolean => settings.tls.identity !== null && url.startsWith('https:');
  const service = {
    system,
    identified: identifies(tokenUrl),
    place: { it: `Il servizio dei token ${tokenUrl}`, en: `The token service ${tokenUrl}` },
    setting: `${system}_TOKEN_URL`,
  };
  if (refused !== null) return tokenFinding(service, refused);
  const found: FoundCustomers[] = [];
  const timed = { ...settings, timeLimit };
  const rsp = openHttpRsp(timed);
  const searches =
    system === 'DMS' ? [openHttpDms(timed).search(QUERY)] : [rsp.searchCustomers(QUERY), rsp.searchCompanies(QUERY)];
  const failures = await Promise.all(searches.map((search) => failureOf(search.then((answer) => found.push(answer)))));
  const failed = failures.find((one) => one !== null);
  const asked = {
    system,
    identified: identifies(settings.url),
    place: { it: `${system} all’indirizzo ${settings.url}`, en: `${system} at ${settings.url}` },
    setting: `${system}_URL`,
  };
  if (failed != null) return searchFinding(asked, failed);
  const tried = found.some(({ rows }) => rows.length > 0);
  return ok(
    asked.setting,
    tried
      ? {
          it: `${system} risponde, e le sue schede si leggono.`,
          en: `${system} answers, and its records can be read.`,
        }
      : {
          it: `${system} risponde. La ricerca non ha trovato clienti, perciò i nomi dei campi restano da provare.`,
          en: `${system} answers. The search found no customer, so that the names of fields are untried.`,
        },
  );
}

async function checkSystem(files: DirectoryFiles, now: Date, timeLimit: number): Promise<Finding[]> {
  try {
    const settings = await readDirectoryFiles(files);
    const [own, service] = await Promise.all([
      checkFiles(files, settings, now),
      checkService(files.system, settings, timeLimit),
    ]);
    return [...own, service];
  } catch (error) {
    if (!(error instanceof SettingFileWrong)) throw error;
    return [failure(error.setting, sentences(error.reason))];
  }
}

const notSet = (system: OutsideDirectory): Message => ({
  it: `${system} non è impostato: i suoi clienti non si trovano. Imposta ${system}_URL.`,
  en: `${system} is not set: its customers are not found. Set ${system}_URL.`,
});

/**
 * Takes five seconds at most and changes nothing. A system without settings is a warning.
 * @param timeLimit milliseconds for the token, and again for the search.
 */
export async function checkSearch(
  { rsp, dms }: { readonly rsp: DirectoryFiles | null; readonly dms: DirectoryFiles | null },
  clock: Clock,
  timeLimit = TIME_LIMIT,
): Promise<Finding[]> {
  const now = clock.now();
  const findings = await Promise.all(
    [['RSP', rsp] as const, ['DMS', dms] as const].map(([system, files]) =>
      files === null ? [warning(`${system}_URL`, notSet(system))] : checkSystem(files, now, timeLimit),
    ),
  );
  return findings.flat();
}
