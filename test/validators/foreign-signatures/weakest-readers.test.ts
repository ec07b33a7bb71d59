/** Third-party readers on the attacks on an update's encoding: some do show another document, so the verifier must detect each. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { makeSignedPaper, type SignedPaper } from '#test/attacks/files/signed-paper.ts';
import { Target } from '#test/attacks/verify/raw-update.ts';
import { READER_ATTACKS } from '#test/attacks/verify/reader-attacks.ts';
import { run } from '../foreign-validators.ts';

let paper: SignedPaper;
let folder: string;
beforeAll(async () => {
  paper = await makeSignedPaper();
  folder = await mkdtemp(join(tmpdir(), 'weakest-readers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What each program shows of a file, as a fingerprint. */
const READERS: Readonly<Record<string, readonly [tool: string, ...args: string[]]>> = {
  Poppler: ['pdftotext', '-layout', 'file.pdf', '-'],
  MuPDF: ['mutool', 'draw', '-q', '-F', 'text', 'file.pdf'],
  Ghostscript: ['gs', '-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=txtwrite', '-sOutputFile=-', 'file.pdf'],
  qpdf: ['qpdf', '--json=2', '--json-key=pages', 'file.pdf'],
};

async function shown(bytes: Uint8Array): Promise<Record<string, string>> {
  await writeFile(join(folder, 'file.pdf'), bytes);
  const seen: Record<string, string> = {};
  for (const [reader, [tool, ...args]] of Object.entries(READERS)) {
    const { text } = await run(tool, args, { cwd: folder });
    seen[reader] = createHash('sha256').update(text).digest('hex');
  }
  return seen;
}

describe('an update that some reader shows as another document', () => {
  const fooled = new Map<string, string[]>();

  it('is detected by the verifier, whichever reader is fooled', async () => {
    const sealed = paper.revisions[3];
    const before = await shown(sealed);
    for (const { reader, title, apply } of READER_ATTACKS) {
      const bytes = apply(await Target.of(sealed));
      const after = await shown(bytes);
      fooled.set(
        `${reader}: ${title}`,
        Object.keys(READERS).filter((name) => before[name] !== after[name]),
      );
      expect((await verifyPdf(bytes, { anchors: paper.anchors })).intact, `${reader}: ${title}`).toBe(false);
    }
    console.table([...fooled].map(([attack, readers]) => ({ attack, readers: readers.join(' ') })));
  }, 300_000);

  it('is realistic: programs in use show another document or another structure for some of them', () => {
    const readers = [...fooled.values()].flat();
    expect(readers).toContain('Poppler');
    expect([...fooled.values()].filter((names) => names.length > 0).length).toBeGreaterThan(2);
  });
});
