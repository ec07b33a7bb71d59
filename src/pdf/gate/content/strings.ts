/** Decodes the strings of content streams (ISO 32000-2, 7.3.4): the codes that text shows. */
import { ContentScanner, Token } from './scanner.ts';

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** @param source a string, or with `isList` a list of strings and numbers. @returns the bytes of all its strings. */
export function codesOf(source: Uint8Array, isList: boolean): Set<number> {
  const scanner = new ContentScanner(source);
  const codes = new Set<number>();
  if (isList) scanner.next();
  for (let token = scanner.next(); token !== Token.END; token = scanner.next()) {
    if (token === Token.STRING) addCodes(scanner.text(), codes);
  }
  return codes;
}

function addCodes(text: string, codes: Set<number>): void {
  if (text.startsWith('<')) {
    const digits = text.slice(1, -1).replace(/\s/g, '');
    for (let at = 0; at < digits.length; at += 2)
      codes.add(Number.parseInt(digits.slice(at, at + 2).padEnd(2, '0'), 16));
    return;
  }
  const literal = /\\([0-7]{1,3})|\\\r\n|\\([\s\S])|\r\n|([\s\S])/g;
  for (const [whole, octal, escaped, plain] of text.slice(1, -1).matchAll(literal)) {
    if (octal !== undefined) codes.add(Number.parseInt(octal, 8) & 255);
    else if (escaped !== undefined) {
      if (escaped !== '\n' && escaped !== '\r') codes.add(ESCAPES[escaped] ?? escaped.charCodeAt(0));
    } else if (plain !== undefined) codes.add(plain === '\r' ? 10 : plain.charCodeAt(0));
    else if (whole === '\r\n') codes.add(10);
  }
}
