/** Hands a PDF and what was found in it over to the wizard's page; in memory only, for one address, once (P-19). */
import type { DossierRow } from '../../api/shapes.ts';

/** What a PDF's text tells of a new customer; names and date as they are typed into the form. */
export interface PersonInPdf {
  fiscalCode?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  mobilePhone?: string;
  birthDate?: string;
  birthPlace?: string;
  street?: string;
  postalCode?: string;
  city?: string;
}

export interface PdfStart {
  file: File;
  dossier: DossierRow | null;
  person: PersonInPdf | null;
  /** The dealer that the text names. */
  hst: string | null;
  plate: string | null;
  vin: string | null;
  /** Number of the proposal, the order or the case. */
  businessId: string | null;
}

let waiting: { path: string; start: PdfStart } | null = null;

export function leavePdfStart(path: string, start: PdfStart): void {
  waiting = { path, start };
}

/** What was left for this address. */
export function peekPdfStart(path: string): PdfStart | null {
  return waiting?.path === path ? waiting.start : null;
}

/** The page of that address has it now. */
export function takePdfStart(path: string): void {
  if (waiting?.path === path) waiting = null;
}
