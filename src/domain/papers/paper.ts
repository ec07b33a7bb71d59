/** A paper as data: what is printed, in which order, and where it is signed; how it looks is the engine's business (D-110). */
import type { Brand } from '../dealers/brands.ts';

export const PAPER_LANGUAGES = ['it', 'en', 'de'] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

/** Whoever issues the paper. */
export interface Letterhead {
  dealerName: string;
  brand: Brand;
  company: string;
  address: string;
  /** Where the company has its seat, if it is told; the address is the dealer’s. */
  registeredOffice?: string;
  vatNumber: string;
  /** Registers and addresses that a company may not have told yet are left out, never invented. */
  rea: string | null;
  pec: string | null;
  phone: string | null;
}

export interface Fact {
  label: string;
  value: string;
}

export interface TableColumn {
  head: string;
  align?: 'left' | 'right';
  /** Part of the width, relative to the others. */
  share: number;
}

/** One question with a Sì and a No, answered by whoever signs. */
export interface Choice {
  /** Name of the two boxes: ASCII, unique in the paper. */
  id: string;
  channel: string;
}

export interface SignatureBox {
  /** Name of the form field: ASCII without full stop, unique in the paper. */
  id: string;
  /** Who signs, as the configuration of signers names it. */
  role: 'customer' | 'dealer' | 'operatorDealer' | 'salesManager';
  /** Which of several customers, from 2; the first one's boxes do not say. */
  borrower?: number;
  /** What is signed here. */
  caption: string;
  /** As which party, and who. */
  party: string;
  name: string;
}

/** A damage on the drawing; x from the left, y from the front, both from 0 to 1. */
export interface SketchMark {
  number: number;
  x: number;
  y: number;
  text: string;
}

/** A picture that stands on the paper; its bytes are fetched by their hash when the paper is drawn. */
export interface Photo {
  sha256: string;
  caption: string;
  /** For whoever does not see it. */
  alt: string;
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; heading?: string; facts: readonly Fact[] }
  | { kind: 'paragraph'; text: string; tone?: 'plain' | 'note' | 'warning' }
  | {
      kind: 'clauses';
      heading?: string;
      clauses: readonly { number: number; heading: string; text: string; placeholder: boolean }[];
    }
  | {
      kind: 'table';
      heading?: string;
      columns: readonly TableColumn[];
      rows: readonly (readonly string[])[];
      /** Under the rows, in the last two columns; the last one is the sum. */
      totals?: readonly Fact[];
    }
  | { kind: 'options'; heading?: string; options: readonly { label: string; checked: boolean }[] }
  | {
      kind: 'choices';
      heading?: string;
      answers: readonly [yes: string, no: string];
      rows: readonly { purpose: string; text?: string; choices: readonly Choice[] }[];
    }
  | { kind: 'sketch'; heading?: string; vehicle: 'car' | 'motorcycle'; alt: string; marks: readonly SketchMark[] }
  | { kind: 'photos'; heading?: string; photos: readonly Photo[] }
  | { kind: 'signatures'; heading?: string; signatures: readonly SignatureBox[] };

export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

export interface Paper {
  language: PaperLanguage;
  title: string;
  /** What the paper is about, for the file's properties. */
  subject: string;
  number: string | null;
  place: string;
  /** `YYYY-MM-DD`. */
  date: string;
  letterhead: Letterhead;
  termsVersion: string;
  /** Printed beside every clause that counsel has not approved; null when there is none. */
  placeholderMark: string | null;
  /** Prints that the paper has no value. */
  demoMark: string | null;
  blocks: readonly Block[];
}
