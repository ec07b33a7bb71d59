/** `doctor` for RSP and DMS: files, certificate, token, and one search whose result is discarded. */
import { stat } from 'node:fs/promises';
import type { OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { Message } from '#domain/errors.ts';
import type { Clock } from '#ports/clock.ts';
import type { CustomerQuery, FoundCustomers } from '#ports/customer-search.ts';
import { dayOf, type Finding, failure, ok, sentences, warning } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { certificatesIn, InvalidSettingFile, keyMatches } from '../setting-file.ts';
import { openTokens } from './access-tokens.ts';
import { openExchange } from './connection.ts';
import { type DirectoryFiles, readDirectoryFiles } from './directory-files.ts';
import { type DirectorySettings, openHttpDms, openHttpRsp } from './http.ts';
import { retryingExchange } from './timeout.ts';

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
/** Milliseconds; token and search together stay below five seconds, and both systems are checked in parallel. */
const TIME_LIMIT = 2_300;

const UNTRUSTED = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;
const OUR_CERTIFICATE = /ALERT/;
/** Some servers reset the connection instead of sending a TLS alert. */
const CONNECTION_RESET = /^(?:ECONNRESET|EPIPE)$/;
/** Likely to match some customer, so that the mapping is checked too; filters need three characters. */
const QUERY: CustomerQuery = {
  filters: [
    { field: 'email', operator: 'contains', value: '.it' },
    { field: 'mobilePhone', operator: 'contains', value: '333' },
  ],
  ...{ hsts: null, sort: [{ field: 'lastName', descending: false }], offset: 0, limit: 1 },
};

interface CheckedService {
  readonly system: OutsideDirectory;
  readonly place: Message;
  /** The setting that contains the address. */
  readonly setting: string;
  /** Whether we send a client certificate. */
  readonly identified: boolean;
}

/** A fault of the service and its remedy, in both languages. */
const failureOfService = (name: string, { place }: CheckedService, it: string, en: string): Finding =>
  failure(name, { it: `${place.it} ${it}`, en: `${place.en} ${en}` });

const reasonIn = ({ system }: CheckedService, { message }: OutsideFailure): string => message.slice(system.length + 2);

/** Connection failures common to the token service and the directory. */
function connectionFinding(service: CheckedService, error: OutsideFailure): Finding {
  const { system, setting, identified } = service;
  const code = /\(([A-Z0-9_]+)\)$/.exec(error.message)?.[1] ?? '';
  if (UNTRUSTED.test(code)) {
    return failureOfService(
      `${system}_CERTIFICATES`,
      service,
      `ha un certificato non attendibile (${code}). Metti il certificato della sua autorità nel file di ${system}_CERTIFICATES, oppure correggi quello del server.`,
      `has a certificate that is not trusted (${code}). Put its authority’s certificate into the file of ${system}_CERTIFICATES, or correct the server’s.`,
    );
  }
  if (OUR_CERTIFICATE.test(code) || (identified && CONNECTION_RESET.test(code))) {
    return failureOfService(
      `${system}_CERTIFICATE`,
      service,
      `sembra non accettare il nostro certificato (${code}). Fai ammettere là il certificato di ${system}_CERTIFICATE, oppure impostalo se manca.`,
      `does not seem to take our certificate (${code}). Have the certificate of ${system}_CERTIFICATE admitted there, or set it if there is none.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return failureOfService(
      setting,
      service,
      `ha un nome sconosciuto al DNS (${code}). Correggi ${setting}.`,
      `has a name that DNS does not know (${code}). Correct ${setting}.`,
    );
  }
  const reason = reasonIn(service, error);
  return failureOfService(
    setting,
    service,
    `non risponde come deve: ${reason}. Controlla ${setting} e la rete.`,
    `does not answer rightly: ${reason}. Check ${setting} and the network.`,
  );
}

function tokenFinding(service: CheckedService, error: OutsideFailure): Finding {
  const { system, setting } = service;
  if (error.reason !== 'refused') return connectionFinding(service, error);
  if (/invalid_scope/.test(error.message)) {
    return failureOfService(
      `${system}_SCOPE`,
      service,
      `non conosce lo scope. Correggi ${system}_SCOPE.`,
      `does not know the scope. Correct ${system}_SCOPE.`,
    );
  }
  if (/invalid_client|unauthorized_client|answered 401/.test(error.message)) {
    return failureOfService(
      `${system}_CLIENT_SECRET`,
      service,
      `non accetta le nostre credenziali. Correggi ${system}_CLIENT_ID e ${system}_CLIENT_SECRET.`,
      `does not take our credentials. Correct ${system}_CLIENT_ID and ${system}_CLIENT_SECRET.`,
    );
  }
  const reason = reasonIn(service, error);
  return failureOfService(
    setting,
    service,
    `non dà nessun token: ${reason}. Correggi ${setting}.`,
    `gives no token: ${reason}. Correct ${setting}.`,
  );
}

function searchFinding(service: CheckedService, error: OutsideFailure): Finding {
  const { system, setting } = service;
  const reason = reasonIn(service, error);
  if (/answered 40[13]/.test(error.message)) {
    return failureOfService(
      `${system}_CLIENT_ID`,
      service,
      `ci dà un token, ma non la ricerca. Fai ammettere ${system}_CLIENT_ID alla ricerca, oppure correggi ${system}_SCOPE.`,
      `gives us a token, but not the search. Have ${system}_CLIENT_ID admitted to the search, or correct ${system}_SCOPE.`,
    );
  }
  if (/answered 404/.test(error.message)) {
    return failureOfService(
      setting,
      service,
      `lì non ha nessuna ricerca (404). Correggi ${setting}, oppure i percorsi in ${system}_MAPPING.`,
      `has no search there (404). Correct ${setting}, or paths in ${system}_MAPPING.`,
    );
  }
  if (/answered 4(?:00|22)/.test(error.message)) {
    return failureOfService(
      `${system}_MAPPING`,
      service,
      `non capisce la ricerca (${reason}). Correggi i nomi in ${system}_MAPPING.`,
      `does not understand the search (${reason}). Correct names in ${system}_MAPPING.`,
    );
  }
  if (error.reason === 'wrong' && !/\(HPE_/.test(error.message)) {
    return failureOfService(
      `${system}_MAPPING`,
      service,
      `risponde diversamente da quanto concordato: ${reason}. Correggi i nomi in ${system}_MAPPING.`,
      `answers otherwise than agreed: ${reason}. Correct names in ${system}_MAPPING.`,
    );
  }
  return connectionFinding(service, error);
}

async function checkFiles(
  { system, identity }: DirectoryFiles,
  { tls }: DirectorySettings,
  now: Date,
): Promise<Finding[]> {
  if (identity === null || tls.identity === null) return [];
  const name = `${system}_CERTIFICATE`;
  const findings: Finding[] = [];
  const [certificate] = certificatesIn(name, identity.certificate, tls.identity.certificate);
  const validUntil = certificate.validToDate;
  const day = dayOf(validUntil);
  if (validUntil <= now || certificate.validFromDate > now) {
    findings.push(
      failure(name, {
        it: `Il nostro certificato oggi non è valido (scade il ${day}): fallo rinnovare.`,
        en: `Our certificate is not valid today (until ${day}): have it renewed.`,
      }),
    );
  } else if (validUntil.getTime() - now.getTime() < SOON_DAYS * DAY) {
    findings.push(
      warning(name, {
        it: `Il nostro certificato scade il ${day}: fallo rinnovare.`,
        en: `Our certificate ends on ${day}: have it renewed.`,
      }),
    );
  } else {
    findings.push(ok(name, keyMatches(day)));
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

async function outcomeOf(call: Promise<unknown>): Promise<OutsideFailure | null> {
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
  const tokens = openTokens(system, token, retryingExchange(system, openExchange(system, settings.tls)));
  const tokenFailure = await outcomeOf(tokens.current(new AbortController().signal));
  const sendsCertificateTo = (url: string): boolean => settings.tls.identity !== null && url.startsWith('https:');
  const tokenService = {
    system,
    identified: sendsCertificateTo(tokenUrl),
    place: { it: `Il servizio dei token ${tokenUrl}`, en: `The token service ${tokenUrl}` },
    setting: `${system}_TOKEN_URL`,
  };
  if (tokenFailure !== null) return tokenFinding(tokenService, tokenFailure);
  const found: FoundCustomers[] = [];
  const limited = { ...settings, timeLimit };
  const rsp = openHttpRsp(limited);
  const searches =
    system === 'DMS' ? [openHttpDms(limited).search(QUERY)] : [rsp.searchCustomers(QUERY), rsp.searchCompanies(QUERY)];
  const failures = await Promise.all(searches.map((search) => outcomeOf(search.then((result) => found.push(result)))));
  const searchFailure = failures.find((outcome) => outcome !== null);
  const directory = {
    system,
    identified: sendsCertificateTo(settings.url),
    place: { it: `${system} all’indirizzo ${settings.url}`, en: `${system} at ${settings.url}` },
    setting: `${system}_URL`,
  };
  if (searchFailure != null) return searchFinding(directory, searchFailure);
  const hasRecords = found.some(({ rows }) => rows.length > 0);
  return ok(
    directory.setting,
    hasRecords
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
    const [fileFindings, serviceFinding] = await Promise.all([
      checkFiles(files, settings, now),
      checkService(files.system, settings, timeLimit),
    ]);
    return [...fileFindings, serviceFinding];
  } catch (error) {
    if (!(error instanceof InvalidSettingFile)) throw error;
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
