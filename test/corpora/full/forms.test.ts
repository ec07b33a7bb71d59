/** All forms of the corpora: none loses a word when it is stored. Run with CORPORA=<folder> npx vitest run test/corpora/full/forms.test.ts. */
import { afterAll, expect, it } from 'vitest';
import { PdfGate } from '#pdf/gate.ts';
import { textOf, wordsOf, wordsWithout } from '../../cases/pdf-words.ts';
import { corporaFolder, corpusPdfs, readCorpusFile } from '../corpus.ts';

const gate = new PdfGate({ children: 1 });
afterAll(() => gate.close());

if (corporaFolder !== null) {
  const corpora = corporaFolder;
  it('no form of the corpora loses text', async () => {
    const forms = corpusPdfs(corpora).filter(({ kind }) => kind === 'pdf-form');
    expect(forms.length).toBeGreaterThan(50);
    const lost: string[] = [];
    for (const { path } of forms) {
      const upload = readCorpusFile(corpora, path);
      const result = await gate.inspect(upload);
      expect(result.ok || result.code).not.toBe('pdf.field');
      if (!result.ok || !result.normalised) continue;
      const [before, after] = [await textOf(upload), await textOf(result.bytes)];
      const words = before === null || after === null ? [] : wordsWithout(wordsOf(before), wordsOf(after));
      if (words.length > 0) lost.push(`${path}: ${words.join(' ')}`);
    }
    expect(lost).toEqual([]);
  }, 220_000);
}
