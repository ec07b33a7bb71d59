/** Creates files that third-party programs signed, signed again, timestamped and extended: PDFBox, iText, Poppler and PoDoFo of Debian. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../foreign-validators.ts';

/** Papers by producer, with their special properties. */
const PAPERS: Readonly<Record<string, string>> = {
  box: 'box-paper',
  titled: 'box-paper title',
  places: 'box-paper places',
  form: 'box-paper places text',
  itext: 'itext-paper',
  compressed: 'itext-paper compressed',
};

const FIRST: Readonly<Record<string, string>> = {
  box: 'box-sign',
  boxSeen: 'box-sign seen',
  boxCertified: 'box-sign certify=2',
  itext: 'itext-sign',
  itextSeen: 'itext-sign seen',
  itextCertified: 'itext-sign certify=2',
};

const LATER: Readonly<Record<string, string>> = {
  box: 'box-sign date',
  boxSeen: 'box-sign seen',
  boxStamp: 'box-stamp',
  boxData: 'box-dss version',
  itext: 'itext-sign',
  itextSeen: 'itext-sign seen',
  itextStamp: 'itext-stamp',
  itextData: 'itext-dss',
};

const JARS = ['itext5', 'pdfbox2', 'fontbox2', 'commons-logging', 'bcprov', 'bcpkix', 'bcutil'];

export interface ForeignFile {
  /** The paper, its first signer, then the second. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Runs a program that must succeed. @throws Error with the program's output */
async function must(tool: string, args: readonly string[], folder: string): Promise<void> {
  const { code, text } = await run(tool, args, { cwd: folder });
  if (code !== 0) throw new Error(`${tool} ${args.join(' ')}: ${text}`);
}

async function makeKey(folder: string, name: string, usage: string): Promise<void> {
  const [key, certificate] = [`${name}.key`, `${name}.pem`];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    '-days',
    '3650',
  ];
  await must('openssl', [...request, '-subj', `/C=IT/O=Prova/CN=${name}`, '-addext', usage], folder);
  const bag = ['pkcs12', '-export', '-in', certificate, '-inkey', key, '-out', `${name}.p12`];
  await must('openssl', [...bag, '-passout', 'pass:prova', '-name', 'prova'], folder);
}

/** All jobs in one Java virtual machine, which takes longer to start than each of them. */
async function runJava(folder: string, jobs: readonly string[]): Promise<void> {
  const path = JARS.map((jar) => `/usr/share/java/${jar}.jar`).join(':');
  const source = join(import.meta.dirname, 'ForeignSigner.java');
  const options = { cwd: folder, input: `${jobs.join('\n')}\n`, timeout: 240_000 };
  const { code, text } = await run('java', ['-cp', path, source, 'firma.p12', 'marca.p12'], options);
  if (code !== 0) throw new Error(`java (libitext5-java, libpdfbox2-java, libbcpkix-java): ${text}`);
}

const job = (what: string, from: string, to: string): string => {
  const [first, ...options] = what.split(' ');
  return [first, from, to, ...options].join(' ');
};

/** @returns more than two hundred files, each with at least one signature that is followed by further content. */
export async function makeForeignFiles(): Promise<ForeignFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-signatures-'));
  try {
    return await makeIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeIn(folder: string): Promise<ForeignFile[]> {
  await makeKey(folder, 'firma', 'keyUsage=critical,digitalSignature,nonRepudiation');
  await makeKey(folder, 'marca', 'extendedKeyUsage=critical,timeStamping');
  const [jobs, made]: [string[], string[]] = [[], []];
  for (const [paper, write] of Object.entries(PAPERS)) {
    jobs.push(job(write, '-', `${paper}.pdf`));
    for (const [first, sign] of Object.entries(FIRST)) {
      const once = `${paper}-${first}`;
      jobs.push(job(sign, `${paper}.pdf`, `${once}.pdf`));
      for (const [later, again] of Object.entries(LATER)) {
        made.push(`${once}-${later}`);
        jobs.push(job(again, `${once}.pdf`, `${once}-${later}.pdf`));
      }
    }
  }
  await runJava(folder, jobs);
  made.push(...(await signByOthers(folder)));
  return Promise.all(made.map(async (name) => ({ name, bytes: await readFile(join(folder, `${name}.pdf`)) })));
}

/** A second signature by Poppler, in a new field or in the second field of the paper, and by PoDoFo. */
async function signByOthers(folder: string): Promise<string[]> {
  await must('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password'], folder);
  await must('pk12util', ['-i', 'firma.p12', '-d', `sql:${folder}`, '-W', 'prova'], folder);
  const made: string[] = [];
  for (const first of ['box', 'itext', 'itextCertified']) {
    const poppler = ['-nssdir', `sql:${folder}`, '-nocert', '-nick', 'prova'];
    for (const paper of ['box', 'titled', 'itext', 'compressed']) {
      const name = `${paper}-${first}-poppler`;
      await must('pdfsig', [...poppler, '-add-signature', `${paper}-${first}.pdf`, `${name}.pdf`], folder);
      made.push(name);
    }
    for (const paper of ['places', 'form']) {
      const name = `${paper}-${first}-popplerPlace`;
      await must('pdfsig', [...poppler, '-sign', 'Due', '-etsi', `${paper}-${first}.pdf`, `${name}.pdf`], folder);
      made.push(name);
    }
    // PoDoFo 0.9 adds to files with cross-reference streams a table without a link to an older one.
    for (const paper of ['box', 'titled', 'itext']) {
      const name = `${paper}-${first}-podofo`;
      const keys = ['-cert', 'firma.pem', '-pkey', 'firma.key'];
      await must('podofosign', ['-in', `${paper}-${first}.pdf`, '-out', `${name}.pdf`, ...keys], folder);
      made.push(name);
    }
  }
  return made;
}
