/** Reads values in content streams: operands of marked-content operators and entries of inline images. */
import { ContentFault, refuse } from './content-fault.ts';
import { type ContentScanner, Token, type TokenKind } from './scanner.ts';

export type ContentValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'string'; readonly start: number; readonly end: number }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly ContentValue[] }
  | { readonly kind: 'dict' };

/** Deeper than any producer nests a property list. */
const MAX_DEPTH = 16;

/** Reads the value whose first token was just scanned. @throws ContentFault */
export function readValue(scanner: ContentScanner, token: TokenKind, depth = 0): ContentValue {
  if (depth > MAX_DEPTH) refuse('values nested too deeply');
  if (token === Token.NUMBER) {
    if (!scanner.regular) refuse('a malformed number');
    return { kind: 'number', value: scanner.value };
  }
  if (token === Token.NAME) return { kind: 'name', value: scanner.name() ?? refuse('a malformed name') };
  if (token === Token.STRING) return { kind: 'string', start: scanner.start, end: scanner.at };
  if (token === Token.WORD) {
    const value = scanner.text();
    if (value !== 'true' && value !== 'false' && value !== 'null') refuse('an operator inside a value');
    return { kind: 'word', value };
  }
  if (token === Token.ARRAY_OPEN) return { kind: 'array', items: readItems(scanner, depth) };
  if (token === Token.DICT_OPEN) return readDict(scanner, depth);
  throw new ContentFault('a value is missing');
}

function readItems(scanner: ContentScanner, depth: number): ContentValue[] {
  const items: ContentValue[] = [];
  for (let token = scanner.next(); token !== Token.ARRAY_CLOSE; token = scanner.next()) {
    items.push(readValue(scanner, token, depth + 1));
  }
  return items;
}

function readDict(scanner: ContentScanner, depth: number): ContentValue {
  for (let token = scanner.next(); token !== Token.DICT_CLOSE; token = scanner.next()) {
    if (token !== Token.NAME) refuse('a malformed dictionary');
    readValue(scanner, scanner.next(), depth + 1);
  }
  return { kind: 'dict' };
}
