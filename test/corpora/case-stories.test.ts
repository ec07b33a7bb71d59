/** Every file of `../shared/cases` that may be signed passes through the whole process, drawn by both engines; the others are refused. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageChecker } from '#pdf/drawing/page-checker.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

const folder = join(import.meta.dirname, '../../../shared/cases');

/** Outcomes other than a signature: refused at upload, or reported before the start. */
const OTHER_OUTCOMES: Readonly<Record<string, string>> = {
  'c07-hidden-sig.pdf': 'places.fieldHidden',
  'c08-offpage-sig.pdf': 'places.placeOutside',
  'c15-tiny-field.pdf': 'places.placeSmall',
  'i12-jpx-broken.pdf': 'pdf.imageUnreadable',
  'i15-jpeg-garbage.pdf': 'pdf.imageUnreadable',
  's34-sig-noprint.pdf': 'places.fieldNotPrinted',
  's35-sig-norotate.pdf': 'places.fieldTurned',
  'y1-hybrid.pdf': 'pdf.looksChanged',
  'y2-hybrid-shadow.pdf': 'pdf.ambiguous',
};

/** The code of a refusal, parsed from the error that the stage throws. */
const codeOf = ({ message }: Error): string => /"code":"([^"]+)/.exec(message)?.[1] ?? message;

const cases = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pdf')) : [];

if (cases.length > 0) {
  describe('a case', () => {
    const pages = new PageChecker();
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({ override: () => ({ pages }) });
    });
    afterAll(() => Promise.all([stage.close(), pages.close()]));

    async function outcomeOf(file: Uint8Array): Promise<string> {
      const created = await stage.newDocument({ file }).catch(codeOf);
      if (typeof created === 'string') return created;
      const path = await stage.startSigning(created.id).catch(codeOf);
      if (!path.startsWith('/')) return path;
      await stage.sign(path, created.customer);
      return (await stage.document(created.id)).status;
    }

    it.each(cases)('%s', async (name) => {
      expect(await outcomeOf(readFileSync(join(folder, name)))).toBe(OTHER_OUTCOMES[name] ?? 'SIGNED');
    });
  });
} else {
  it('has no folder of foreign files outside the project', () => expect(existsSync(folder)).toBe(false));
}
