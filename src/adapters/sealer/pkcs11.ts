/** A key in a PKCS#11 token, used through OpenSC's pkcs11-tool as a child process: the vendor's library never runs inside the server. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ExplainedError } from '#ports/explained-error.ts';
import { KeyUnavailable, type SigningKey } from '#ports/sealer.ts';

/** The parts of an RFC 7512 URI that identify a key. */
export interface Pkcs11Address {
  /** Path of the vendor's library. */
  readonly module: string;
  /** Label of the token. */
  readonly token: string;
  /** CKA_ID in hexadecimal; a label is not sufficient, since pkcs11-tool signs with the first key it finds. */
  readonly id: string;
}

export class InvalidPkcs11Address extends ExplainedError {
  override readonly name = 'InvalidPkcs11Address';
}

/**
 * Parses `pkcs11:token=…;id=%01?module-path=/usr/lib/…so`.
 * @throws InvalidPkcs11Address naming what is missing; a PIN in the address is refused, since addresses are shown and logged.
 */
export function readPkcs11Address(text: string): Pkcs11Address {
  const [path = '', query = ''] = text.replace(/^pkcs11:/, '').split('?');
  const attributes = new Map<string, string>();
  for (const part of [...path.split(';'), ...query.split('&')]) {
    const separator = part.indexOf('=');
    if (separator > 0) attributes.set(part.slice(0, separator), part.slice(separator + 1));
  }
  if (attributes.has('pin-value') || attributes.has('pin-source')) {
    throw new InvalidPkcs11Address({
      it: 'il PIN ha un’impostazione a parte e non va nell’indirizzo',
      en: 'the PIN has a separate setting and must not be part of the address',
    });
  }
  const required = (name: string): string => {
    const value = attributes.get(name);
    if (value === undefined || value === '')
      throw new InvalidPkcs11Address({ it: `manca ${name} (RFC 7512)`, en: `${name} is missing (RFC 7512)` });
    return value;
  };
  try {
    return {
      module: decodeURIComponent(required('module-path')),
      token: decodeURIComponent(required('token')),
      id: hex(required('id')),
    };
  } catch (error) {
    if (error instanceof URIError)
      throw new InvalidPkcs11Address({ it: 'codifica percentuale sbagliata', en: 'wrong percent-encoding' });
    throw error;
  }
}

/** Octets, each percent-encoded or a literal character. */
function hex(encoded: string): string {
  const octets = encoded.match(/%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$'()*+,:@&=-]/g) ?? [];
  if (octets.join('') !== encoded)
    throw new InvalidPkcs11Address({ it: 'id: servono ottetti come %01', en: 'id: expected octets such as %01' });
  return octets
    .map((one) => (one.startsWith('%') ? one.slice(1).toLowerCase() : one.charCodeAt(0).toString(16).padStart(2, '0')))
    .join('');
}

const PROGRAM = 'pkcs11-tool';
const PIN_VARIABLE = 'FASCICOLO_PKCS11_PIN';
const TIME_LIMIT = 10_000;
/** Pauses between attempts in milliseconds: a token that another process is just opening is briefly invisible. */
const RETRY_WAITS = [50, 250];
const SIGNATURE_LIMIT = 4096;

/** Withheld from the vendor's library, which does not need the server's secrets. */
const SECRET_NAMES = /SECRET|PASSWORD|TOKEN|PIN$|DATABASE_URL/;

const MECHANISMS: Readonly<Record<SigningKey['algorithm'], readonly string[]>> = {
  // Hashed here: many tokens support only plain ECDSA.
  'ECDSA-P256-SHA256': ['--mechanism', 'ECDSA', '--signature-format', 'openssl'],
  'RSA-PKCS1-SHA256': ['--mechanism', 'SHA256-RSA-PKCS'],
};

/**
 * @returns a signer that uses the token's key. After the token has refused the PIN, it sends no further request
 * until the next start, because tokens lock after a few wrong PINs.
 */
export function openPkcs11Signer(
  address: Pkcs11Address,
  pin: string,
  algorithm: SigningKey['algorithm'],
): SigningKey['sign'] {
  let refused: KeyUnavailable | null = null;
  const { module, token, id } = address;
  const login = ['--module', module, '--token-label', token, '--login', '--pin', `env:${PIN_VARIABLE}`];
  const args = [...login, '--sign', '--id', id, ...MECHANISMS[algorithm]];
  const attempt = async (input: Uint8Array): Promise<Uint8Array> => {
    try {
      return await runTool(args, pin, input);
    } catch (error) {
      if (error instanceof KeyUnavailable && /CKR_PIN_/.test(error.message)) refused = error;
      throw error;
    }
  };
  const signOnce = async (data: Uint8Array): Promise<Uint8Array> => {
    if (refused !== null) throw refused;
    const input = algorithm === 'ECDSA-P256-SHA256' ? createHash('sha256').update(data).digest() : data;
    for (const wait of RETRY_WAITS) {
      try {
        return await attempt(input);
      } catch (error) {
        if (refused !== null || !isTransient(error)) throw error;
        await setTimeout(wait);
      }
    }
    return attempt(input);
  };
  return (data) => runSerialized(`${module} ${token}`, () => signOnce(data));
}

const isTransient = (error: unknown): boolean =>
  error instanceof KeyUnavailable && !/not installed|no answer/.test(error.message);

/** The last queued operation of each token. */
const lastOperations = new Map<string, Promise<unknown>>();

/** Serializes operations: concurrent logins disturb each other in SoftHSM, and cheap tokens have few sessions. */
function runSerialized<T>(token: string, work: () => Promise<T>): Promise<T> {
  const operation = (lastOperations.get(token) ?? Promise.resolve()).then(work);
  lastOperations.set(
    token,
    operation.catch(() => undefined),
  );
  return operation;
}

function runTool(args: readonly string[], pin: string, input: Uint8Array): Promise<Uint8Array> {
  const environment = Object.entries(process.env).filter(([name]) => !SECRET_NAMES.test(name));
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, args, {
      // Never as an argument: arguments are visible in the process list.
      env: { ...Object.fromEntries(environment), LC_ALL: 'C', [PIN_VARIABLE]: pin },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: TIME_LIMIT,
      killSignal: 'SIGKILL',
    });
    const output: Buffer[] = [];
    let errorOutput = '';
    child.stdout.on('data', (part: Buffer) => output.push(part));
    child.stderr.on('data', (part: Buffer) => {
      if (errorOutput.length < 2000) errorOutput += part.toString('latin1');
    });
    // If the program ends before reading its input, the exit code gives the reason.
    child.stdin.on('error', () => undefined);
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = {
        it: `${PROGRAM} non è installato (pacchetto opensc di Debian)`,
        en: `${PROGRAM} is not installed (Debian's package opensc)`,
      };
      reject(new KeyUnavailable(error.code === 'ENOENT' ? missing : error.message));
    });
    child.once('close', (code, signal) => {
      const signature = Buffer.concat(output);
      if (code === 0 && signature.length > 0 && signature.length <= SIGNATURE_LIMIT) {
        resolve(new Uint8Array(signature));
        return;
      }
      const outcome =
        signal === null
          ? { it: `è terminato con ${code}`, en: `ended with ${code}` }
          : { it: `non ha risposto entro ${TIME_LIMIT} ms`, en: `no answer within ${TIME_LIMIT} ms` };
      const details = reasonIn(errorOutput);
      const reason = { it: `${PROGRAM} ${outcome.it}: ${details}`, en: `${PROGRAM} ${outcome.en}: ${details}` };
      reject(new KeyUnavailable(reason));
    });
    child.stdin.end(input);
  });
}

/** The relevant part of the error output; the standard's error name if there is one. */
const reasonIn = (errorOutput: string): string =>
  /CKR_[A-Z0-9_]+/.exec(errorOutput)?.[0] ??
  errorOutput
    .split('\n')
    .filter((line) => /error|no slot|failed/i.test(line))
    .join(' ')
    .slice(0, 300);
