/** The label of a generated paper's field, in forms and on the paper. */
export interface PaperLabel {
  it: string;
  en: string;
  /** Label on the paper, below a heading that gives the context; German if the paper is available in it. */
  printed?: { it: string; en: string; de?: string };
}
