/** Maps character codes of simple fonts to Unicode text (ISO 32000-2, annex D; Adobe Glyph List naming). */

/** StandardEncoding above ASCII, from 0xa1; a blank is an unused code. */
const STANDARD_HIGH = "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß    ";

const STANDARD = Array.from({ length: 256 }, (_, code) => {
  if (code === 0x27) return '’';
  if (code === 0x60) return '‘';
  if (code >= 0x20 && code <= 0x7e) return String.fromCharCode(code);
  return STANDARD_HIGH[code - 0xa1]?.trim() ?? '';
});

const decoded = (label: string): string[] =>
  Array.from({ length: 256 }, (_, code) => (code < 0x20 ? '' : new TextDecoder(label).decode(Uint8Array.of(code))));

let tables: Readonly<Record<string, readonly string[]>> | undefined;

/** @returns the text of each code, or null for an encoding that the standard does not define. */
export function baseEncoding(name: string): readonly string[] | null {
  tables ??= {
    StandardEncoding: STANDARD,
    // Unused codes of WinAnsiEncoding show a bullet (ISO 32000-2, annex D.2, note 3).
    WinAnsiEncoding: decoded('windows-1252').map((text, code) => (code > 0x7e && text < '\u00a0' ? '•' : text)),
    MacRomanEncoding: decoded('macintosh'),
  };
  return tables[name] ?? null;
}

/** ZapfDingbats' own encoding: the marks of check boxes and radio buttons, and adjacent characters. */
export function dingbat(code: number): string {
  const named: Record<number, string> = { 32: ' ', 37: '☎', 42: '☛', 43: '☞', 72: '★', 108: '●', 110: '■' };
  const others: Record<number, string> = { 115: '▲', 116: '▼', 117: '◆', 119: '◗' };
  // From 0x21, the codes follow the Unicode dingbats block, except where older characters are used.
  return (
    named[code] ?? others[code] ?? (code >= 0x21 && code <= 0x7e ? String.fromCodePoint(0x2701 + code - 0x21) : '')
  );
}

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circumflex: '\u0302', tilde: '\u0303', macron: '\u0304', breve: '\u0306' },
  ...{ dotaccent: '\u0307', dieresis: '\u0308', ring: '\u030a', hungarumlaut: '\u030b', caron: '\u030c' },
  ...{ cedilla: '\u0327', commaaccent: '\u0326', ogonek: '\u0328' },
};

const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'space= |exclam=!|quotedbl="|numbersign=#|dollar=$|percent=%|ampersand=&|quotesingle=\'|parenleft=(|parenright=)|' +
    'asterisk=*|plus=+|comma=,|hyphen=-|period=.|slash=/|zero=0|one=1|two=2|three=3|four=4|five=5|six=6|seven=7|' +
    'eight=8|nine=9|colon=:|semicolon=;|less=<|greater=>|question=?|at=@|bracketleft=[|backslash=\\|bracketright=]|' +
    'asciicircum=^|underscore=_|grave=`|braceleft={|braceright=}|asciitilde=~|exclamdown=¡|cent=¢|sterling=£|' +
    'currency=¤|yen=¥|brokenbar=¦|section=§|dieresis=¨|copyright=©|ordfeminine=ª|guillemotleft=«|logicalnot=¬|' +
    'registered=®|macron=¯|degree=°|plusminus=±|twosuperior=²|threesuperior=³|acute=´|mu=µ|paragraph=¶|' +
    'periodcentered=·|cedilla=¸|onesuperior=¹|ordmasculine=º|guillemotright=»|onequarter=¼|onehalf=½|' +
    'threequarters=¾|questiondown=¿|AE=Æ|Eth=Ð|multiply=×|Oslash=Ø|Thorn=Þ|germandbls=ß|ae=æ|eth=ð|divide=÷|' +
    'oslash=ø|thorn=þ|Dcroat=Đ|dcroat=đ|Hbar=Ħ|hbar=ħ|dotlessi=ı|kgreenlandic=ĸ|Lslash=Ł|lslash=ł|Eng=Ŋ|eng=ŋ|' +
    'OE=Œ|oe=œ|Tbar=Ŧ|tbar=ŧ|florin=ƒ|circumflex=ˆ|caron=ˇ|breve=˘|dotaccent=˙|ring=˚|ogonek=˛|tilde=˜|' +
    'hungarumlaut=˝|endash=–|emdash=—|quoteleft=‘|quoteright=’|quotesinglbase=‚|quotedblleft=“|quotedblright=”|' +
    'quotedblbase=„|dagger=†|daggerdbl=‡|bullet=•|ellipsis=…|perthousand=‰|guilsinglleft=‹|guilsinglright=›|' +
    'fraction=⁄|Euro=€|trademark=™|minus=−|fi=ﬁ|fl=ﬂ|ff=ﬀ|ffi=ﬃ|ffl=ﬄ|nbspace= |notequal=≠|lessequal=≤|' +
    'greaterequal=≥|infinity=∞|partialdiff=∂|summation=∑|product=∏|pi=π|integral=∫|Omega=Ω|radical=√|' +
    'approxequal=≈|Delta=∆|lozenge=◊|softhyphen=-|sfthyphen=-|middot=·|Tcommaaccent=Ţ|tcommaaccent=ţ'
  )
    .split('|')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);

/** @returns the text of a glyph by its name; null when the name does not determine it. */
export function glyphText(name: string): string | null {
  const [base = ''] = name.split('.');
  if (base === '') return name === '.notdef' ? '' : null;
  if (/^[A-Za-z]$/.test(base)) return base;
  if (base === 'bar') return '|';
  const named = Object.hasOwn(NAMED, base) ? NAMED[base] : undefined;
  if (named !== undefined) return named;
  const hex = /^uni((?:[0-9A-F]{4})+)$/.exec(base)?.[1] ?? /^u([0-9A-F]{4,6})$/.exec(base)?.[1];
  if (hex) return hexText(hex, base.startsWith('uni'));
  const dingbatCode = /^a(\d{1,3})$/.exec(base) && DINGBATS[base];
  if (dingbatCode) return dingbatCode;
  const accented = /^([A-Za-z])([a-z]+)$/.exec(base);
  const accent = accented && Object.hasOwn(ACCENTS, accented[2] ?? '') ? ACCENTS[accented[2] ?? ''] : undefined;
  return accented && accent ? `${accented[1]}${accent}`.normalize('NFC') : null;
}

/** The ZapfDingbats glyphs used by check boxes. */
const DINGBATS: Readonly<Record<string, string>> = {
  ...{ a19: '✓', a20: '✔', a21: '✕', a22: '✖', a23: '✗', a24: '✘', a35: '★', a71: '●', a73: '■', a78: '◆' },
};

function hexText(hex: string, units: boolean): string | null {
  const digits = units ? (hex.match(/.{4}/g) ?? []) : [hex];
  const codes = digits.map((digit) => Number.parseInt(digit, 16));
  return codes.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : null;
}
