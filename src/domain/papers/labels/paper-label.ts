/** The label of one field of a paper, in forms and on the paper. */
export interface PaperLabel {
  it: string;
  en: string;
  /** On the paper, where the heading above says what the value belongs to; German where a paper can be had in it. */
  printed?: { it: string; en: string; de?: string };
}
