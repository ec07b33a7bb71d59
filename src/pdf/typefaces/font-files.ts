/** Locates the font files of generated papers (src/pdf/fonts/README.md). */
import type { FaceName } from '#domain/letters/printable.ts';

export type FontWeight = 'regular' | 'semibold';

const singleWeight = (file: string): Readonly<Record<FontWeight, string>> => ({ regular: file, semibold: file });

/** Scripts with a single weight use it for semibold too. */
const FILES: Record<FaceName, Readonly<Record<FontWeight, string>>> = {
  inter: { regular: 'Inter-Regular.ttf', semibold: 'Inter-SemiBold.ttf' },
  extended: { regular: 'InterExtended-Regular.ttf', semibold: 'InterExtended-SemiBold.ttf' },
  georgian: singleWeight('NotoSansGeorgian-Regular.ttf'),
  armenian: singleWeight('NotoSansArmenian-Regular.ttf'),
  hebrew: singleWeight('NotoSansHebrew-Regular.ttf'),
  arabic: singleWeight('NotoSansArabic-Regular.ttf'),
  chinese: singleWeight('NotoSansSC-Regular.ttf.br'),
};

export const fontFile = (face: FaceName, weight: FontWeight): URL =>
  new URL(`../fonts/${FILES[face][weight]}`, import.meta.url);
