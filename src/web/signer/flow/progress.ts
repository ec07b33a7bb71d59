/**
 * The signer's progress in this tab. Phones discard pages while the signer looks at the text message, so it is kept in
 * the tab's session storage: never the code, never the token, and only for exactly this link's content.
 */

import type { CodeSent, ConfirmedPoint, ConsentChoice, Reading, SignView } from '../api/types.ts';
import { type Seen, seenInput } from '../read/seen-pages.ts';

export interface Progress {
  /** SHA-256 of the documents read to the end, computed by this page over the bytes it showed; sent with the signature. */
  read: string[];
  /** Their pages that were visible, by SHA-256. */
  seen: Readonly<Record<string, Seen>>;
  /** Ids of confirmed signature fields. */
  confirmed: string[];
  /** Answers to consents by point id. */
  choices: Record<string, ConsentChoice>;
  /** The last code sent, without the code itself. */
  code: CodeSent | null;
  /** Time of the signature by the server's clock, once signed. */
  signedAt: string | null;
  /** The signer declined with "it wasn't me", rather than refusing to sign. */
  saidNotMe: boolean;
}

export const NO_PROGRESS: Progress = {
  read: [],
  seen: {},
  confirmed: [],
  choices: {},
  code: null,
  signedAt: null,
  saidNotMe: false,
};

/**
 * What must be unchanged for progress to count: the bytes, and the points, whose ids are specific to the session. Not
 * the labels, which change with the language, nor the deadline, which moves when others must sign.
 */
export function progressKey(view: SignView): string {
  return JSON.stringify([
    view.fingerprint,
    view.documents.map((document) => document.sha256),
    view.points.map((point) => [point.id, point.documentId, point.kind]),
  ]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function pageNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((page): page is number => Number.isSafeInteger(page) && page > 0) : [];
}

function seenOf(value: unknown): Record<string, Seen> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([sha256, seen]) =>
      isRecord(seen) ? [[sha256, { pages: pageNumbers(seen.pages), texts: pageNumbers(seen.texts) }]] : [],
    ),
  );
}

function codeOf(value: unknown): CodeSent | null {
  if (!isRecord(value)) return null;
  const { maskedPhone, expiresAt, resendAfter } = value;
  return typeof maskedPhone === 'string' && typeof expiresAt === 'string' && typeof resendAfter === 'string'
    ? { maskedPhone, expiresAt, resendAfter }
    : null;
}

/** Reads the stored progress; data of another link, another content or another shape are ignored. */
export function restoreProgress(stored: string | null, key: string): Progress {
  if (stored === null) return NO_PROGRESS;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return NO_PROGRESS;
  }
  if (!isRecord(value) || value.key !== key || !isRecord(value.progress)) return NO_PROGRESS;
  const saved = value.progress;
  const choices: Record<string, ConsentChoice> = {};
  for (const [id, choice] of Object.entries(isRecord(saved.choices) ? saved.choices : {})) {
    if (choice === 'GRANTED' || choice === 'DENIED') choices[id] = choice;
  }
  return {
    read: strings(saved.read),
    seen: seenOf(saved.seen),
    confirmed: strings(saved.confirmed),
    choices,
    code: codeOf(saved.code),
    signedAt: typeof saved.signedAt === 'string' ? saved.signedAt : null,
    saidNotMe: saved.saidNotMe === true,
  };
}

export function serializeProgress(progress: Progress, key: string): string {
  return JSON.stringify({ key, progress });
}

/** The points to send with the code, in document order: only confirmed or answered ones. */
export function pointsToSign(view: SignView, progress: Progress): ConfirmedPoint[] {
  const points: ConfirmedPoint[] = [];
  for (const point of view.points) {
    if (point.signed) continue;
    const choice = progress.choices[point.id];
    if (choice !== undefined) points.push({ id: point.id, choice });
    else if (progress.confirmed.includes(point.id)) points.push(point.id);
  }
  return points;
}

/** The hashes and pages of the documents read, to send with the signature. */
export const readingOf = ({ read, seen }: Progress): Reading => ({ shown: read, seen: seenInput(read, seen) });
