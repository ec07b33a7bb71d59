/** Passes a PDF and its extracted data to the wizard's page: in memory only, for one address, once. */
import type { DossierRow } from '../../api/answer-types.ts';

/** Data of a new customer from a PDF's text; names and date in the form's format. */
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
  /** The dealer found in the text. */
  hst: string | null;
  plate: string | null;
  vin: string | null;
  /** Number of the proposal, order or case. */
  businessId: string | null;
}

let waiting: { path: string; start: PdfStart } | null = null;

export function leavePdfStart(path: string, start: PdfStart): void {
  waiting = { path, start };
}

/** The data waiting for this address. */
export function peekPdfStart(path: string): PdfStart | null {
  return waiting?.path === path ? waiting.start : null;
}

/** Removes the data once the page of that address has them. */
export function takePdfStart(path: string): void {
  if (waiting?.path === path) waiting = null;
}
