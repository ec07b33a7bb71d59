/** Files with sealed handwriting, judged by third-party programs: pdfsig, openssl, qpdf, pdftoppm. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type HandwrittenPaper, makeHandwrittenPaper } from '#test/attacks/files/handwritten-paper.ts';
import { foreignProblems, run } from './foreign-validators.ts';

let paper: HandwrittenPaper;
beforeAll(async () => {
  paper = await makeHandwrittenPaper();
});

it.each([1, 2, 3] as const)(
  'a handwritten paper is valid, trusted and consistent after signature %i',
  async (count) => {
    expect(await foreignProblems(paper.revisions[count], paper.anchors, count)).toEqual([]);
  },
);

/** The recipe of decision 0067, with qpdf and openssl and without our own readers. */
it('contains a drawing whose hash openssl finds in the envelope, as documented', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ricetta-'));
  try {
    const at = (name: string) => join(folder, name);
    await writeFile(at('firmato.pdf'), paper.revisions[3]);
    const key = Buffer.from(paper.custodian.privateKey).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
    await writeFile(at('custode.pem'), `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`);
    const { text: objects } = await run('qpdf', ['--json', at('firmato.pdf')]);
    const forms = [...new Set([...objects.matchAll(/"\/Hand": "(\d+) 0 R"/g)].map(([, number = '']) => number))];
    const envelopes = [...objects.matchAll(/"\/FSCL_Handwriting": "(\d+) 0 R"/g)].map(([, number = '']) => number);
    expect({ forms: forms.length, envelopes: envelopes.length }).toEqual({ forms: 2, envelopes: 2 });
    const stream = async (number: string, kind: 'raw' | 'filtered'): Promise<void> => {
      const shown = `qpdf --show-object=${number} --${kind}-stream-data firmato.pdf > ${kind}`;
      expect(await run('sh', ['-c', `cd ${folder} && ${shown}`])).toMatchObject({ code: 0 });
    };
    for (const [n, form] of forms.entries()) {
      await stream(form, 'filtered');
      await stream(envelopes[n] ?? '', 'raw');
      const input = ['-inform', 'DER', '-binary', '-in', at('raw'), '-inkey', at('custode.pem')];
      expect(await run('openssl', ['cms', '-decrypt', ...input, '-out', at('inside')])).toMatchObject({ code: 0 });
      const hash = createHash('sha256')
        .update(await readFile(at('filtered')))
        .digest();
      // Before the nonce, the last element of the sequence.
      const inside = await readFile(at('inside'));
      expect(inside.subarray(-18 - 32, -18).toString('hex')).toBe(hash.toString('hex'));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
