/** A generated paper as data: its content, order and signature fields; the layout is the engine's task. */
import type { Brand } from '../dealers/brands.ts';

export const PAPER_LANGUAGES = ['it', 'en', 'de'] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

/** The issuer of the paper. */
export interface Letterhead {
  dealerName: string;
  brand: Brand;
  company: string;
  address: string;
  /** The company's registered office, if provided; `address` is the dealer’s. */
  registeredOffice?: string;
  vatNumber: string;
  /** Registration numbers and addresses that the company has not provided are left out, never invented. */
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
  /** Width relative to the other columns. */
  share: number;
}

/** A question with Sì and No, answered by the signer. */
export interface Choice {
  /** Name of the pair of check boxes: ASCII, unique in the paper. */
  id: string;
  channel: string;
}

export interface SignatureBox {
  /** Name of the signature field: ASCII without full stop, unique in the paper. */
  id: string;
  /** The signer's role, as in the configuration. */
  role: 'customer' | 'dealer' | 'operatorDealer' | 'salesManager';
  /** Number of the customer among several, starting at 2; absent for the first one. */
  borrower?: number;
  /** Description of what is signed. */
  caption: string;
  /** Party and name of the signer. */
  party: string;
  name: string;
}

/** A damage mark on the drawing; x from the left, y from the front, both from 0 to 1. */
export interface SketchMark {
  number: number;
  x: number;
  y: number;
  text: string;
}

/** A photo on the paper; its bytes are fetched by hash when the paper is drawn. */
export interface Photo {
  sha256: string;
  caption: string;
  /** Alternative text. */
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
      /** Below the rows, in the last two columns; the last one is the sum. */
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
  /** Subject for the file's properties. */
  subject: string;
  number: string | null;
  place: string;
  /** `YYYY-MM-DD`. */
  date: string;
  letterhead: Letterhead;
  termsVersion: string;
  /** Printed next to every clause without counsel's approval; null if there is none. */
  placeholderMark: string | null;
  /** States that the paper has no legal value. */
  demoMark: string | null;
  blocks: readonly Block[];
}
