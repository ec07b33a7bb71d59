/** Where an uploaded file has a line for a signature: whose it is, and whether that is certain. Pure. */
import { SIGNER_ROLES, type SignerRole } from '../../folders/folder-types.ts';
import { boxAt, type PageShape, type Place, snapInside } from '../places.ts';
import { findOnPage, type PageLine } from './find.ts';
import type { PageMarks } from './marks.ts';

export interface SignatureLine extends Place {
  readonly role: SignerRole;
  readonly purpose: PageLine['purpose'];
  /** The words of the file beside it. */
  readonly label: string;
  /** False: it may be another's or another place may be meant; a person decides. */
  readonly isSure: boolean;
}

export interface MarkedPage {
  /** 1-based. */
  readonly page: number;
  readonly shape: PageShape;
  readonly marks: PageMarks;
}

interface Found extends PageLine {
  readonly page: number;
  readonly shape: PageShape;
}

/** Of each role at most one that is sure: the place of its signature; then those that a person may choose from, the likelier first. */
export function signatureLines(pages: readonly MarkedPage[]): SignatureLine[] {
  const found = pages.flatMap(({ page, shape, marks }) =>
    findOnPage(marks).map((line): Found => ({ ...line, page, shape })),
  );
  return SIGNER_ROLES.flatMap((role) => linesOf(role, found));
}

function linesOf(role: SignerRole, found: readonly Found[]): SignatureLine[] {
  const named = found.filter((line) => line.role === role);
  const unnamed = role === 'customer' ? found.filter((line) => line.role === null) : [];
  const drawn = preferDrawn(named.length > 0 ? named : unnamed);
  const main = drawn.filter(({ purpose }) => purpose === 'signature');
  const usable = main.length > 0 ? main : drawn;
  const isSure = isOnly(usable, main.length > 0) && (named.length > 0 || isOfCustomer(usable, found));
  const offered = [...usable, ...drawn.filter((line) => !usable.includes(line)), ...(named.length > 0 ? unnamed : [])];
  return offered.flatMap((line) => {
    const { seen, page, shape, purpose, label } = line;
    if (seen === null) return [];
    const box = boxAt(shape, snapInside(shape, seen));
    return [{ page, box, role, purpose, label: spoken(label), isSure: isSure && line === usable[0] && line.isClear }];
  });
}

/** "(Il Cliente)", "Firma:" as they are said. */
const spoken = (label: string): string => label.replace(/^\((.*)\)$/u, '$1').replace(/[\s:;.,]+$/u, '');

/** White paper under words counts only where the file has no line at all for them. */
const preferDrawn = (lines: readonly Found[]): readonly Found[] =>
  lines.some(({ isDrawn }) => isDrawn) ? lines.filter(({ isDrawn }) => isDrawn) : lines;

/** One place for the signature, or one consent and nothing else; an approval of clauses is never the signature. */
const isOnly = (lines: readonly Found[], isMain: boolean): boolean =>
  lines.length === 1 && (isMain || lines[0]?.purpose === 'consent');

/** The customer always signs: the only place that names nobody is theirs, unless a stamp says that a company signs there. */
const isOfCustomer = ([line]: readonly Found[], found: readonly Found[]): boolean =>
  line !== undefined && !line.hasStamp && line.isDrawn && !found.some(({ role }) => role === 'nobody');
