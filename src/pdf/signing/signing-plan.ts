/** What a file is prepared for: who signs where, and what the added pages say. */

export interface PlannedPoint {
  /** Field name: ASCII, unique in the file. */
  id: string;
  /** What is signed here, as the signer reads it. */
  caption: string;
  signerName: string;
  role: string;
  /** Name of an existing empty signature field to use instead of a new box. */
  existingField?: string;
  /** Where its box stands on a page of the file; without one, and without a field, it gets a box on the added page. */
  place?: { page: number; box: readonly [number, number, number, number] };
}

export interface PlannedChoice {
  /** Field name: ASCII, unique in the file. */
  readonly id: string;
  /** What is asked together: choices of one group stand under one text. */
  readonly group: string;
  readonly text: string;
  /** The line beside the pair. */
  readonly label: string;
  /** The paper has drawn its own boxes under this name; without it the pair is drawn on an added page. */
  readonly onPaper?: true;
}

export interface SigningPlan {
  title: string;
  points: PlannedPoint[];
  /** Sì/No pairs that the signer answers; those that have no boxes on the paper get an added page. */
  choices?: readonly PlannedChoice[];
  /** Whose consents they are and which version of the texts; printed on the added page. */
  choicesNote?: string;
  sealField: string;
  /** Printed at the foot of the page of signatures. */
  notes: string[];
  language: 'it' | 'en';
}
