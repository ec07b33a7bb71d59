/** What the signer's calls exchange with the server, exactly as P-20 "Signer" writes it. */

export type SignState = 'OPEN' | 'SIGNED' | 'COMPLETED' | 'DECLINED' | 'LOCKED';

export interface SignDocument {
  id: number;
  /** The type's name ("Preventivo"), never the file's (D-95). */
  label: string;
  /** SHA-256 of the exact bytes, 64 hexadecimal digits. */
  sha256: string;
  pages: number;
  /** Bytes. */
  size: number;
}

export interface SignPoint {
  id: string;
  documentId: number;
  /** 'signature', 'consent', or a kind this version treats as a signature. */
  kind: string;
  label: string;
  /** Of a consent: its purpose, the words that are consented to, and the channel. */
  group?: string;
  text?: string;
  item?: string;
  /** 1-based. */
  page: number;
  /** Of a signature: left, bottom, right, top in PDF points, in the page's own coordinates. */
  box?: [number, number, number, number];
  optional: boolean;
  signed: boolean;
}

/** Answer of `GET /api/sign/{token}`, `POST …/open` and `POST …/sign`. */
export interface SignView {
  state: SignState;
  /** Where it is signed: nobody has begun, here, in another browser. */
  place: 'FREE' | 'HERE' | 'ELSEWHERE';
  /** Of that other one: what to send in order to go on here instead. */
  seat?: string;
  dealer: { name: string; initials: string };
  brand: string;
  signer: { role: string; maskedPhone: string };
  /** Instant after which the link is refused. */
  expiresAt: string;
  /** Short fingerprint, the same that the text message carries. */
  fingerprint: string;
  /** May be signed by hand, on a tablet of the dealer. */
  byHand?: true;
  /** No code is sent to the telephone: it is signed by hand, or on paper. */
  noCodes?: true;
  documents: SignDocument[];
  points: SignPoint[];
}

/** A page in the answer of `GET …/text`: the words that it shows. */
export interface TextPage {
  /** 1-based. */
  page: number;
  paragraphs: { text: string; large: boolean }[];
  /** All words of the page, in their order. */
  certain: boolean;
  /** The page shows nothing but these words; otherwise the page itself is shown with them. */
  whole: boolean;
}

/** Answer of `POST …/otp`. */
export interface CodeSent {
  maskedPhone: string;
  /** Instant at which the code stops being accepted. */
  expiresAt: string;
  /** Instant before which another message is refused with 429. */
  resendAfter: string;
}

export type ConsentChoice = 'GRANTED' | 'DENIED';

/** A confirmed point in `POST …/sign`: its id, or the answer given to a consent. */
export type ConfirmedPoint = string | { id: string; choice: ConsentChoice };
