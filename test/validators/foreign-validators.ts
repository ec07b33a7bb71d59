/** Runs foreign validators on a file and its trusted roots: pdfsig, openssl, qpdf; used by seals, journeys and drills. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF, PdfArray, PdfDict, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';

/** One signature as embedded in the file. */
export interface EmbeddedSignature {
  readonly field: string;
  readonly byteRange: readonly [number, number, number, number];
  /** The CMS without padding. */
  readonly cms: Uint8Array;
  /** The signed bytes. */
  readonly content: Uint8Array;
  /** DER of the timestamp token; null when there is none. */
  readonly token: Uint8Array | null;
  /** The data that the token timestamps. */
  readonly signatureValue: Uint8Array;
}

/** A validator's output and exit code. */
export interface ToolOutput {
  readonly code: number;
  readonly text: string;
}

const packages: Record<string, string> = {
  pdfsig: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdftotext: 'poppler-utils',
  mutool: 'mupdf-tools',
  gs: 'ghostscript',
  soffice: 'libreoffice-writer libreoffice-calc',
  pdftocairo: 'poppler-utils',
  pdfunite: 'poppler-utils',
  openssl: 'openssl',
  qpdf: 'qpdf',
  certutil: 'libnss3-tools',
  java: 'default-jdk-headless libpdfbox2-java libbcpkix-java',
};

interface RunOptions {
  readonly cwd?: string;
  /** Its standard input. */
  readonly input?: string;
  /** Milliseconds; default: a minute. */
  readonly timeout?: number;
}

/** Runs a validator. @throws Error naming the command that installs it when it is missing: a check is never skipped. */
export function run(tool: string, args: readonly string[], options: RunOptions = {}): Promise<ToolOutput> {
  const { cwd, input, timeout = 60_000 } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(tool, args, { cwd, maxBuffer: 64 << 20, timeout }, (error, stdout, stderr) => {
      if (error && 'code' in error && (error as NodeJS.ErrnoException).code === 'ENOENT') {
        reject(new Error(`${tool} is missing. Install it: sudo apt-get install -y ${packages[tool] ?? tool}`));
        return;
      }
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, text: `${stdout}${stderr}` });
    });
    if (input !== undefined) child.stdin?.end(input);
  });
}

/** PEM of DER certificates. */
function pemOf(certificates: readonly Uint8Array[]): string {
  return certificates
    .map((der) => {
      const lines = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
      return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
    })
    .join('');
}

/** Runs the work in a temporary folder, and removes it. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'seals-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** pdfsig with an NSS database that trusts the anchors: one answer for all signatures of the file. */
export function pdfsig(file: Uint8Array, anchors: readonly Uint8Array[]): Promise<ToolOutput> {
  return inFolder(async (folder) => {
    const database = `sql:${folder}`;
    const made = await run('certutil', ['-N', '-d', database, '--empty-password']);
    if (made.code) throw new Error(`certutil: ${made.text}`);
    for (const [i, anchor] of anchors.entries()) {
      await writeFile(join(folder, `anchor-${i}.pem`), pemOf([anchor]));
      const args = ['-A', '-d', database, '-n', `anchor-${i}`, '-t', 'CT,C,C', '-i', join(folder, `anchor-${i}.pem`)];
      const added = await run('certutil', args);
      if (added.code) throw new Error(`certutil: ${added.text}`);
    }
    await writeFile(join(folder, 'file.pdf'), file);
    return run('pdfsig', ['-nssdir', database, join(folder, 'file.pdf')]);
  });
}

/** `openssl cms -verify -cades` of each signature over the bytes of its ByteRange. */
export async function opensslCms(file: Uint8Array, anchors: readonly Uint8Array[]): Promise<ToolOutput[]> {
  const results: ToolOutput[] = [];
  for (const signature of await embeddedSignatures(file)) {
    results.push(
      await inFolder(async (folder) => {
        const at = (name: string) => join(folder, name);
        await writeFile(at('cms.der'), signature.cms);
        await writeFile(at('content'), signature.content);
        await writeFile(at('anchors.pem'), pemOf(anchors));
        const input = ['-inform', 'DER', '-in', at('cms.der'), '-content', at('content'), '-CAfile', at('anchors.pem')];
        const args = ['cms', '-verify', '-cades', '-purpose', 'any', '-binary', ...input, '-out', '/dev/null'];
        return run('openssl', args);
      }),
    );
  }
  return results;
}

/** `openssl ts -verify -token_in` of each signature's token over its signature value. */
export async function opensslTs(file: Uint8Array, anchors: readonly Uint8Array[]): Promise<ToolOutput[]> {
  const results: ToolOutput[] = [];
  for (const { token, signatureValue } of await embeddedSignatures(file)) {
    if (!token) {
      results.push({ code: 1, text: 'no timestamp token' });
      continue;
    }
    results.push(await opensslTsToken(token, signatureValue, anchors));
  }
  return results;
}

/** `openssl ts -verify -token_in` of one token over the data that it timestamps. */
export function opensslTsToken(
  token: Uint8Array,
  data: Uint8Array,
  anchors: readonly Uint8Array[],
): Promise<ToolOutput> {
  return inFolder(async (folder) => {
    const at = (name: string) => join(folder, name);
    await writeFile(at('token.der'), token);
    await writeFile(at('data'), data);
    await writeFile(at('anchors.pem'), pemOf(anchors));
    const input = ['-in', at('token.der'), '-token_in', '-data', at('data'), '-CAfile', at('anchors.pem')];
    return run('openssl', ['ts', '-verify', ...input]);
  });
}

/** `qpdf --check`: clean means exit code 0 and no warning. */
export function qpdfCheck(file: Uint8Array): Promise<ToolOutput> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'file.pdf'), file);
    return run('qpdf', ['--check', join(folder, 'file.pdf')]);
  });
}

/** Renders every page, which decodes every stream; pdftoppm prints nothing for a valid file. */
export function pdftoppm(file: Uint8Array): Promise<ToolOutput> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'file.pdf'), file);
    return run('pdftoppm', ['-r', '30', '-png', join(folder, 'file.pdf'), join(folder, 'page')]);
  });
}

const JARS = ['pdfbox2', 'fontbox2', 'commons-logging', 'bcprov', 'bcpkix', 'bcutil'];

/** PDFBox and BouncyCastle on every signature and document timestamp, with only the validation data in the file. */
export function pdfBox(file: Uint8Array, root: Uint8Array): Promise<ToolOutput> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'file.pdf'), file);
    await writeFile(join(folder, 'root.der'), root);
    const jars = JARS.map((name) => `/usr/share/java/${name}.jar`).join(':');
    const source = join(import.meta.dirname, 'SealCheck.java');
    return run('java', ['-cp', jars, source, join(folder, 'file.pdf'), join(folder, 'root.der')]);
  });
}

/** The output of {@link pdfBox} for a good signature, and for a good document timestamp. */
export const GOOD = {
  signature: 'ETSI.CAdES.detached SIG ESS IMPRINT PATH REVOCATION',
  stamp: 'ETSI.RFC3161 IMPRINT PATH REVOCATION',
} as const;

/** One line for each good signature and document timestamp, up to the first that is not. */
export async function goodToPdfBox(file: Uint8Array, root: Uint8Array): Promise<{ code: number; lines: string[] }> {
  const { code, text } = await pdfBox(file, root);
  return { code, lines: text.split('\n').filter((line) => line.startsWith('ETSI')) };
}

/** `openssl crl -verify` with the authority that should have issued the list. */
export function opensslCrl(crl: Uint8Array, authority: Uint8Array): Promise<ToolOutput> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'list.crl'), crl);
    await writeFile(join(folder, 'authority.pem'), pemOf([authority]));
    const args = ['-inform', 'DER', '-in', join(folder, 'list.crl'), '-CAfile', join(folder, 'authority.pem')];
    return run('openssl', ['crl', ...args, '-verify', '-noout', '-text']);
  });
}

/** The structure as openssl prints it, for assertions on attributes. */
export function opensslPrint(cms: Uint8Array): Promise<ToolOutput> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'cms.der'), cms);
    return run('openssl', ['cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', join(folder, 'cms.der')]);
  });
}

/**
 * The objections of all validators to a file, in their words; empty when every signature is valid and trusted, every
 * token verifies, and the file is sound.
 * @param signatures how many the file must hold.
 */
export async function foreignProblems(
  file: Uint8Array,
  anchors: readonly Uint8Array[],
  signatures: number,
): Promise<string[]> {
  const problems: string[] = [];
  const want = (isMet: boolean, who: string, said: string) => {
    if (!isMet) problems.push(`${who}: ${said.trim()}`);
  };
  const { text } = await pdfsig(file, anchors);
  const count = (phrase: string) => text.split(phrase).length - 1;
  want(count('Signature is Valid.') === signatures, 'pdfsig', text);
  want(count('Certificate is Trusted.') === signatures, 'pdfsig', text);
  want(count('Signature Validation:') === signatures, 'pdfsig', text);
  want(count('Total document signed') > 0, 'pdfsig', text);
  const cms = await opensslCms(file, anchors);
  const tokens = await opensslTs(file, anchors);
  want(cms.length === signatures && tokens.length === signatures, 'form', `${cms.length} signatures`);
  for (const said of cms) {
    want(said.code === 0 && said.text.includes('CAdES Verification successful'), 'openssl cms', said.text);
  }
  for (const said of tokens) want(said.code === 0 && said.text.includes('Verification: OK'), 'openssl ts', said.text);
  const checked = await qpdfCheck(file);
  want(checked.code === 0 && checked.text.includes('No syntax or stream encoding errors'), 'qpdf', checked.text);
  const rendered = await pdftoppm(file);
  want(rendered.code === 0 && rendered.text === '', 'pdftoppm', rendered.text);
  return problems;
}

/** Extracts the signatures of a file through its form, in the order of their revisions. */
export async function embeddedSignatures(file: Uint8Array): Promise<EmbeddedSignature[]> {
  const pdf = await PDF.load(file);
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve);
  const found: EmbeddedSignature[] = [];
  for (const entry of form?.getArray('Fields', resolve)?.toArray() ?? []) {
    const field = entry.type === 'ref' ? resolve(entry) : entry;
    const value = field instanceof PdfDict ? field.getDict('V', resolve) : undefined;
    const range = value?.get('ByteRange');
    const contents = value?.get('Contents');
    if (!(field instanceof PdfDict) || !(range instanceof PdfArray) || !(contents instanceof PdfString)) continue;
    const [a = 0, b = 0, c = 0, d = 0] = range.toArray().map((item) => (item instanceof PdfNumber ? item.value : 0));
    const cms = contents.bytes.subarray(0, elementLength(contents.bytes));
    found.push({
      field: field.getString('T', resolve)?.asString() ?? '',
      byteRange: [a, b, c, d],
      cms,
      content: Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)]),
      ...(await takeToken(cms)),
    });
  }
  return found.sort((one, second) => one.byteRange[2] + one.byteRange[3] - second.byteRange[2] - second.byteRange[3]);
}

/** The file as it was after each signature, oldest first. */
export async function revisionsOf(file: Uint8Array): Promise<Uint8Array[]> {
  const signatures = await embeddedSignatures(file);
  return signatures.map(({ byteRange: [, , resume, rest] }) => file.subarray(0, resume + rest));
}

/** Locates the token by openssl's parse of the structure, so that our reader does not check itself. */
async function takeToken(cms: Uint8Array): Promise<{ token: Uint8Array | null; signatureValue: Uint8Array }> {
  const { text } = await inFolder(async (folder) => {
    await writeFile(join(folder, 'cms.der'), cms);
    return run('openssl', ['asn1parse', '-inform', 'DER', '-in', join(folder, 'cms.der')]);
  });
  const rows = text.split('\n').map((line) => {
    const match = /^\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+)\s+(?:prim|cons):\s*(.*?)\s*$/.exec(line);
    const [, at, depth, head, length, rest = ''] = match ?? [];
    return { at: Number(at), depth: Number(depth), head: Number(head), length: Number(length), rest };
  });
  const slice = (row: (typeof rows)[number] | undefined, withHead: boolean) =>
    row ? cms.subarray(row.at + (withHead ? 0 : row.head), row.at + row.head + row.length) : new Uint8Array();
  const named = rows.findIndex(({ rest }) => rest.includes('id-smime-aa-timeStampToken'));
  // The signer's own signature value is the last OCTET STRING at the depth of a SignerInfo's fields.
  const signature = rows.filter(({ rest, depth }) => rest.startsWith('OCTET STRING') && depth === 5).at(-1);
  // The attribute's name is followed by its SET and then the token.
  return {
    token: named < 0 ? null : slice(rows[named + 2], true),
    signatureValue: slice(signature, false),
  };
}

function elementLength(der: Uint8Array): number {
  const first = der[1] ?? 0;
  if (first < 0x80) return 2 + first;
  let length = 0;
  for (let i = 0; i < (first & 0x7f); i += 1) length = length * 256 + (der[2 + i] ?? 0);
  return 2 + (first & 0x7f) + length;
}
