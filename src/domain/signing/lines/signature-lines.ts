/** Finds the signature lines of an upload, with their role and whether it is certain. Pure. */
import { SIGNER_ROLES, type SignerRole } from '../../folders/folder-types.ts';
import { boxAt, type PageRectangle, type PageShape, snapInside } from '../places.ts';
import { findOnPage, type PageLine } from './find-lines.ts';
import type { PageMarks } from './page-marks.ts';

export interface SignatureLine extends PageRectangle {
  readonly role: SignerRole;
  readonly purpose: PageLine['purpose'];
  /** The file's words next to it. */
  readonly label: string;
  /** False if the line may belong to another signer or another line may be meant; a user decides. */
  readonly isSure: boolean;
}

export interface MarkedPage {
  /** 1-based. */
  readonly page: number;
  readonly shape: PageShape;
  readonly marks: PageMarks;
}

interface FoundLine extends PageLine {
  readonly page: number;
  readonly shape: PageShape;
}

/** At most one sure line per role, for its signature; then the lines that a user may choose from, the likeliest first. */
export function signatureLines(pages: readonly MarkedPage[]): SignatureLine[] {
  const foundLines = pages.flatMap(({ page, shape, marks }) =>
    findOnPage(marks).map((line): FoundLine => ({ ...line, page, shape })),
  );
  return SIGNER_ROLES.flatMap((role) => linesOf(role, foundLines));
}

function linesOf(role: SignerRole, foundLines: readonly FoundLine[]): SignatureLine[] {
  const named = foundLines.filter((line) => line.role === role);
  const unnamed = role === 'customer' ? foundLines.filter((line) => line.role === null) : [];
  const drawn = preferDrawn(named.length > 0 ? named : unnamed);
  const mainLines = drawn.filter(({ purpose }) => purpose === 'signature');
  const usable = mainLines.length > 0 ? mainLines : drawn;
  const isSure = isSingle(usable, mainLines.length > 0) && (named.length > 0 || isOfCustomer(usable, foundLines));
  const offered = [...usable, ...drawn.filter((line) => !usable.includes(line)), ...(named.length > 0 ? unnamed : [])];
  return offered.flatMap((line) => {
    const { seen, page, shape, purpose, label } = line;
    if (seen === null) return [];
    const box = boxAt(shape, snapInside(shape, seen));
    return [{ page, box, role, purpose, label: spoken(label), isSure: isSure && line === usable[0] && line.isClear }];
  });
}

/** Strips the parentheses and trailing punctuation of "(Il Cliente)", "Firma:". */
const spoken = (label: string): string => label.replace(/^\((.*)\)$/u, '$1').replace(/[\s:;.,]+$/u, '');

/** White space under words counts only if the file has no drawn line for that role. */
const preferDrawn = (lines: readonly FoundLine[]): readonly FoundLine[] =>
  lines.some(({ isDrawn }) => isDrawn) ? lines.filter(({ isDrawn }) => isDrawn) : lines;

/** One line for the signature, or one consent and nothing else; a clause approval is never the signature. */
const isSingle = (lines: readonly FoundLine[], isMain: boolean): boolean =>
  lines.length === 1 && (isMain || lines[0]?.purpose === 'consent');

/** The customer always signs: the only line without a role is theirs, unless a stamp marks it as a company's. */
const isOfCustomer = ([line]: readonly FoundLine[], foundLines: readonly FoundLine[]): boolean =>
  line !== undefined && !line.hasStamp && line.isDrawn && !foundLines.some(({ role }) => role === 'nobody');
