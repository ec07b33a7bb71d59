/** The plan for preparing a file: which signer signs where, and the text of the added pages. */

export interface PlannedPoint {
  /** Field name: ASCII, unique in the file. */
  id: string;
  /** What is signed here, as shown to the signer. */
  caption: string;
  signerName: string;
  role: string;
  /** Name of an existing empty signature field to use instead of a new box. */
  existingField?: string;
  /** The rectangle on a page of the file; without it, and without a field, a box is added on the added page. */
  place?: { page: number; box: readonly [number, number, number, number] };
}

export interface PlannedChoice {
  /** Field name: ASCII, unique in the file. */
  readonly id: string;
  /** Choices of one group share a text and are asked together. */
  readonly group: string;
  readonly text: string;
  /** The line next to the pair. */
  readonly label: string;
  /** The paper has its own boxes drawn under this name; otherwise the pair is drawn on an added page. */
  readonly onPaper?: true;
}

export interface SigningPlan {
  title: string;
  points: PlannedPoint[];
  /** Sì/No pairs that the signer answers; those without boxes on the paper get an added page. */
  choices?: readonly PlannedChoice[];
  /** Whose consents they are, and the version of the texts; printed on the added page. */
  choicesNote?: string;
  sealField: string;
  /** Printed at the bottom of the signature page. */
  notes: string[];
  language: 'it' | 'en';
}
