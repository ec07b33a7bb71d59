/** `npm run bench`: the cost of a signature, compared with the minimum on the same machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type DemoAuthority, openDemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { applySignature, type SigningKey, writeSignature } from '#pdf/signing/sign.ts';
import { makePaper } from '../../test/papers/paper.ts';
import { hashAndSign, store } from './ceremonies/minimum-cost.ts';
import { benchConfirmation } from './confirmation.ts';

/** Measured sizes and targets: a multiple of the floor for the bare step, milliseconds for a whole revision. */
const cases = [
  { label: '100 KB', size: 100 << 10, rounds: 60, bare: 3, whole: 12 },
  { label: '1 MB', size: 1 << 20, rounds: 40, bare: 2.2, whole: 20 },
  { label: '20 MB', size: 20 << 20, rounds: 12, bare: 1.8, whole: 140 },
];

interface Measured {
  readonly best: number;
  readonly median: number;
}

/**
 * Prints one table. The floor, the bare step and the whole revision alternate, so that all three run under the same
 * conditions.
 * @param args `ceremonies` measures whole signatures through the API (ceremonies.ts), `lists` lists and
 * searches instead (lists.ts), `web [networks]` the pages (web.ts), `papers` the generated papers
 * (papers.ts), `uploads` the waiting time of users at an upload (bench-uploads); `--json` prints the figures
 * as JSON; `--rounds N` sets how often each is measured.
 * @returns the exit code.
 */
export async function bench(args: string[]): Promise<number> {
  if (args[0] === 'ceremonies') return (await import('./ceremonies.ts')).benchCeremonies(args.slice(1));
  if (args[0] === 'lists') return (await import('./lists.ts')).benchLists(args.slice(1));
  if (args[0] === 'papers') return (await import('./papers.ts')).benchPapers(args.slice(1));
  if (args[0] === 'uploads') return (await import('./uploads/uploads.ts')).benchUploads(args.slice(1));
  if (args[0] === 'web') return (await import('./web.ts')).benchWeb(args.slice(1));
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const authority = await openDemoAuthority(join(folder, 'authority'), { now: () => new Date() });
    const requestedRounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) : 0;
    const results = [];
    for (const size of cases) {
      results.push({ ...size, ...(await measureCase(folder, authority, size.size, requestedRounds || size.rounds)) });
    }
    if (args.includes('--json')) console.log(JSON.stringify(results));
    else {
      print(results);
      await benchConfirmation();
    }
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureCase(folder: string, authority: DemoAuthority, size: number, rounds: number) {
  const file = await preparedFile(size);
  const key = await signerKey(authority, new Date());
  const target = join(folder, 'signed.pdf');
  const samples: Record<'floor' | 'bare' | 'whole', number[]> = { floor: [], bare: [], whole: [] };
  const steps = {
    floor: async () => {
      hashAndSign(file);
      return file;
    },
    bare: async () => (await writeSignature(file, { field: 'Firma1', key, signedAt: new Date(), certify: true })).bytes,
    whole: () => wholeRevision(file, authority),
  };
  // The first two rounds warm up and are not counted.
  for (let round = -2; round < rounds; round += 1) {
    for (const name of ['floor', 'bare', 'whole'] as const) {
      const start = performance.now();
      await store(target, await steps[name]());
      if (round >= 0) samples[name].push(performance.now() - start);
    }
  }
  return {
    bytes: file.length,
    floorMs: summary(samples.floor),
    bareMs: summary(samples.bare),
    wholeMs: summary(samples.whole),
  };
}

/** Certificate, appearance, signature, timestamp, self-check: the cost of one signature field. */
async function wholeRevision(file: Uint8Array, { authority, timestamp }: DemoAuthority): Promise<Uint8Array> {
  const signedAt = new Date();
  const key = await authority.issueSignerKey(signer, signedAt);
  const { bytes } = await applySignature(file, {
    field: 'Firma1',
    key,
    stamp: (digest) => timestamp.stamp(digest),
    certify: true,
    signedAt,
    appearance: {
      kind: 'signature',
      demo: true,
      lines: [signer.commonName, 'Cliente', '20/11/2026 10:43:12 (UTC+01:00)', 'Firma elettronica con OTP'],
    },
  });
  key.destroy();
  return bytes;
}

const signer = {
  commonName: 'Ginevra Provetti',
  givenName: 'Ginevra',
  surname: 'Provetti',
  organization: 'Autoesempio S.p.A.',
  actId: 'bench/Firma1',
};

const signerKey = (authority: DemoAuthority, at: Date): Promise<SigningKey> =>
  authority.authority.issueSignerKey(signer, at);

/** Size of the signature page and its font. */
const ADDED = 60 * 1024;

/** A prepared file of about this size: pages of text, and a noise image like a scan. */
async function preparedFile(size: number): Promise<Uint8Array> {
  const paper = await makePaper({ pages: 6, bytes: Math.max(1, size - ADDED) });
  const { bytes } = await prepareForSigning(paper, {
    title: 'Proposta di prova',
    points: [
      { id: 'Firma1', caption: 'Il Cliente propone l’acquisto', signerName: signer.commonName, role: 'Cliente' },
    ],
    sealField: 'Sigillo',
    notes: [],
    language: 'it',
  });
  return bytes;
}

function summary(samples: number[]): Measured {
  const sorted = [...samples].sort((a, b) => a - b);
  return { best: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 };
}

type Result = (typeof cases)[number] & Awaited<ReturnType<typeof measureCase>>;

function print(results: readonly Result[]): void {
  const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);
  const rows = results.flatMap((result) => {
    const ratio = (measured: Measured) => [
      `${(measured.best / result.floorMs.best).toFixed(2)}×`,
      `${(measured.median / result.floorMs.median).toFixed(2)}×`,
    ];
    const row = (step: string, measured: Measured, aim: string) => [
      result.label,
      step,
      ms(measured.best),
      ms(measured.median),
      ...ratio(measured),
      aim,
    ];
    return [
      row('floor', result.floorMs, ''),
      row('bare signing step', result.bareMs, `${result.bare}×`),
      row('whole revision', result.wholeMs, `${result.whole} ms`),
    ];
  });
  const head = ['file', 'step', 'best ms', 'median ms', 'best/floor', 'median/floor', 'aim'];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  console.log('Floor: SHA-256 of the file, one P-256 signature, write, fsync. Every step is written and flushed.');
  console.log('Whole revision: certificate issued, appearance, signature, timestamp, self-check.\n');
  console.log([line(head), ...rows.map(line)].join('\n'));
}
