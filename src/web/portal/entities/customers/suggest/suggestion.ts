/** Text to put in place of what was typed; `take` where one press puts right more than this field. */
export type Suggestion = string | { text: string; take: () => void } | null;
