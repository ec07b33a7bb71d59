/**
 * Selects the language of an answer: `Accept-Language` with quality values (RFC 9110, section 12.5.4), Italian unless
 * English is preferred.
 */
import type { FastifyRequest } from 'fastify';
import type { Language } from '#domain/errors.ts';

const RANGE = /^(\*|[a-z]{1,8})(?:-[a-z0-9-]+)?(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;
/** More than any browser sends; the rest of a longer header is ignored. */
const MAX_HEADER_LENGTH = 1000;

interface Wish {
  quality: number;
  /** Position in the header: with equal qualities the first one wins. */
  place: number;
}

function preferenceFor(language: Language, ranges: readonly (Wish & { tag: string })[]): Wish {
  const named = ranges.filter(({ tag }) => tag === language);
  const candidates = named.length > 0 ? named : ranges.filter(({ tag }) => tag === '*');
  const nothing: Wish = { quality: 0, place: ranges.length };
  return candidates.reduce<Wish>((best, candidate) => (candidate.quality > best.quality ? candidate : best), nothing);
}

/** @param header parts that are not language ranges are skipped; an empty or absent header means Italian. */
export function negotiateLanguage(header: string | undefined): Language {
  const ranges = (header ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .toLowerCase()
    .split(',')
    .flatMap((part, place) => {
      const [, tag, quality = '1'] = RANGE.exec(part.replace(/\s+/g, '')) ?? [];
      return tag === undefined ? [] : [{ tag, quality: Number(quality), place }];
    });
  const it = preferenceFor('it', ranges);
  const en = preferenceFor('en', ranges);
  if (en.quality !== it.quality) return en.quality > it.quality ? 'en' : 'it';
  return en.quality > 0 && en.place < it.place ? 'en' : 'it';
}

/** Language of a page with a language switch: the switch's choice, else the browser's. @returns undefined for an unsupported language. */
export function requestedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown };
  if (lang === undefined) return languageOf(request);
  return lang === 'it' || lang === 'en' ? lang : undefined;
}

export function languageOf(request: FastifyRequest): Language {
  return negotiateLanguage(request.headers['accept-language']);
}
