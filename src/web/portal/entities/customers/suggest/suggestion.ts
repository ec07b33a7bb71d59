/** The text to replace the input with; `take` when one click corrects more than this field. */
export type Suggestion = string | { text: string; take: () => void } | null;
