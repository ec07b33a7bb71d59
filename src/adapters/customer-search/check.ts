/** `doctor` for RSP and DMS: files, certificate, token, and one search whose result is discarded. */
import { stat } from 'node:fs/promises';
import type { OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { Clock } from '#ports/clock.ts';
import type { CustomerQuery, FoundCustomers } from '#ports/customer-search.ts';
import type { Finding } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside.ts';
import { certificatesIn, SettingFileWrong } from '../setting-file.ts';
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

const finding = (name: string, level: Finding['level'], text: string): Finding => ({ name, level, text });

interface Asked {
  readonly system: OutsideDirectory;
  readonly place: string;
  /** The setting that contains the address. */
  readonly setting: string;
  /** Whether we send a client certificate. */
  readonly identified: boolean;
}

/** Connection failures common to the token service and the directory. */
function unreached({ system, place, setting, identified }: Asked, failure: OutsideFailure): Finding {
  const code = /\(([A-Z0-9_]+)\)$/.exec(failure.message)?.[1] ?? '';
  if (UNTRUSTED.test(code)) {
    const todo = `Put its authority’s certificate into the file of ${system}_CERTIFICATES, or correct the server’s`;
    return finding(
      `${system}_CERTIFICATES`,
      'failure',
      `${place} has a certificate that is not trusted (${code}). ${todo}.`,
    );
  }
  if (OUR_CERTIFICATE.test(code) || (identified && HUNG_UP.test(code))) {
    const todo = `Have the certificate of ${system}_CERTIFICATE admitted there, or set it if there is none`;
    return finding(
      `${system}_CERTIFICATE`,
      'failure',
      `${place} does not seem to take our certificate (${code}). ${todo}.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return finding(setting, 'failure', `${place} has a name that DNS does not know (${code}). Correct ${setting}.`);
  }
  const told = failure.message.slice(system.length + 2);
  return finding(setting, 'failure', `${place} does not answer rightly: ${told}. Check ${setting} and the network.`);
}

function tokenFinding(asked: Asked, failure: OutsideFailure): Finding {
  const { system, place, setting } = asked;
  if (failure.reason !== 'refused') return unreached(asked, failure);
  if (/invalid_scope/.test(failure.message)) {
    return finding(`${system}_SCOPE`, 'failure', `${place} does not know the scope. Correct ${system}_SCOPE.`);
  }
  if (/invalid_client|unauthorized_client|answered 401/.test(failure.message)) {
    const todo = `Correct ${system}_CLIENT_ID and ${system}_CLIENT_SECRET`;
    return finding(`${system}_CLIENT_SECRET`, 'failure', `${place} does not take our credentials. ${todo}.`);
  }
  const told = failure.message.slice(system.length + 2);
  return finding(setting, 'failure', `${place} gives no token: ${told}. Correct ${setting}.`);
}

function searchFinding(asked: Asked, failure: OutsideFailure): Finding {
  const { system, place, setting } = asked;
  const told = failure.message.slice(system.length + 2);
  if (/answered 40[13]/.test(failure.message)) {
    const todo = `Have ${system}_CLIENT_ID admitted to the search, or correct ${system}_SCOPE`;
    return finding(`${system}_CLIENT_ID`, 'failure', `${place} gives us a token, but not the search. ${todo}.`);
  }
  if (/answered 404/.test(failure.message)) {
    return finding(
      setting,
      'failure',
      `${place} has no search there (404). Correct ${setting}, or paths in ${system}_MAPPING.`,
    );
  }
  if (/answered 4(?:00|22)/.test(failure.message)) {
    return finding(
      `${system}_MAPPING`,
      'failure',
      `${place} does not understand the search (${told}). Correct names in ${system}_MAPPING.`,
    );
  }
  if (failure.reason === 'wrong' && !/\(HPE_/.test(failure.message)) {
    return finding(
      `${system}_MAPPING`,
      'failure',
      `${place} answers otherwise than agreed: ${told}. Correct names in ${system}_MAPPING.`,
    );
  }
  return unreached(asked, failure);
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
    findings.push(finding(name, 'failure', `Our certificate is not valid today (until ${day}): have it renewed.`));
  } else if (until.getTime() - now.getTime() < SOON_DAYS * DAY) {
    findings.push(finding(name, 'warning', `Our certificate ends on ${day}: have it renewed.`));
  } else {
    findings.push(finding(name, 'ok', `Key and certificate belong together, until ${day}.`));
  }
  const { mode } = await stat(identity.key);
  if ((mode & 0o077) !== 0) {
    const text = `Others on this machine may read ${identity.key}: chmod 400 it.`;
    findings.push(finding(`${system}_KEY`, 'warning', text));
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
    place: `The token service ${tokenUrl}`,
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
    place: `${system} at ${settings.url}`,
    setting: `${system}_URL`,
  };
  if (failed != null) return searchFinding(asked, failed);
  const tried = found.some(({ rows }) => rows.length > 0);
  return finding(
    asked.setting,
    'ok',
    tried
      ? `${system} answers, and its records can be read.`
      : `${system} answers. No customer came of the search, so that the names of fields are untried.`,
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
    const text = error.reason;
    return [finding(error.setting, 'failure', `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)];
  }
}

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
      files === null
        ? [finding(`${system}_URL`, 'warning', `${system} is not set: its customers are not found. Set ${system}_URL.`)]
        : checkSystem(files, now, timeLimit),
    ),
  );
  return findings.flat();
}
