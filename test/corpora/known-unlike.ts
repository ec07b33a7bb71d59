/** What Poppler or MuPDF draws otherwise by a fault of its own, in files whose words and figures all programs show alike. */

interface Known {
  readonly kind: string;
  readonly reason: string;
  readonly program: 'Poppler' | 'MuPDF';
  readonly paths: readonly string[];
}

const KNOWN: readonly Known[] = [
  {
    kind: 'hairlines',
    reason: 'lines thinner than a pixel are drawn as wide as a pixel, or left out at the edge of a clip or a page',
    program: 'Poppler',
    paths: ['pdfbox/AnnotationTypes.pdf', 'pdfjs/vertical.pdf'],
  },
  {
    kind: 'pixels of a scan',
    reason: 'a picture of two colours is made smaller by leaving pixels out',
    program: 'Poppler',
    paths: ['pdfjs/bug1799927.pdf'],
  },
  {
    kind: 'fitted letters',
    reason: 'the sides of letters are moved to whole pixels, so that a gap opens between black squares',
    program: 'Poppler',
    paths: ['pdfjs/issue18548_reduced.pdf'],
  },
  {
    kind: 'a letter that is none',
    reason: 'of a code without a letter nothing is drawn, where others draw an empty box',
    program: 'Poppler',
    paths: ['pdfjs/issue17333.pdf'],
  },
  {
    kind: 'a highlight',
    reason: 'its end is drawn three pixels further as an annotation than as a part of the page',
    program: 'Poppler',
    paths: ['pdfjs/issue13242.pdf'],
  },
  {
    kind: 'signs that are read as letters',
    reason: 'the words are compared where a typeface is not in the file; ticks of ZapfDingbats are read as letters',
    program: 'MuPDF',
    paths: ['pdfjs/issue17492.pdf'],
  },
  {
    kind: 'a place to sign',
    reason: 'an empty signature field is marked with the word SIGN, which is no part of the file',
    program: 'MuPDF',
    paths: ['pdfbox/acroform.pdf'],
  },
  {
    kind: 'an enlarged photo',
    reason: 'the pixels of a photo are smoothed where others show them as squares',
    program: 'Poppler',
    paths: ['pdfjs/issue3458.pdf'],
  },
  {
    kind: 'four inks',
    reason: 'Debian builds MuPDF without profiles: colours of four inks have other shades',
    program: 'MuPDF',
    paths: ['pdfjs/postscript_type4_many_outputs.pdf', 'pdfjs/stamps.pdf', 'dss/pdf-xref-streams.pdf'],
  },
];

/** @returns the outcome of a file, as accepted where only the program that is named shows it otherwise. */
export function withKnown<Judged extends { outcome: string; detail: string }>(path: string, judged: Judged): Judged {
  const known = KNOWN.find(({ paths }) => paths.includes(path));
  if (known === undefined || !/^(?:unlike|different)/.test(judged.outcome)) return judged;
  const other = known.program === 'Poppler' ? 'MuPDF' : 'Poppler';
  if (`${judged.outcome} ${judged.detail}`.includes(other)) return judged;
  return { ...judged, outcome: `accepted but for ${known.kind} in ${known.program}` };
}
