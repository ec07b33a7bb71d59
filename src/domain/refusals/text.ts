/** A refusal's status and its text in both languages. */
export interface RefusalText {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 416 | 422 | 429 | 500 | 503 | 507;
  readonly it: string;
  readonly en: string;
}

export type Language = 'it' | 'en';

/** The same text in both languages. */
export type Message = Readonly<Record<Language, string>>;
