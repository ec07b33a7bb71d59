/** Builds names of downloads: distinguishable, and valid on every file system (Windows is the strictest). */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const REFUSED = /[<>:"/\\|?*]/g;
const EDGES = /^[. ]+|[. ]+$/g;
/** Reserved device names on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;
/** Three parts and the downloads folder stay below the 260 characters of a path. */
const LONGEST_PART = 60;
/** File systems allow 255. */
const LONGEST_STEM = 200;

export const avoidDevice = (name: string): string => name.replace(DEVICE, '$1_');

const clean = (text: string, longest: number): string =>
  [...text.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(REFUSED, '_').replace(/\s+/g, ' ')]
    .slice(0, longest)
    .join('')
    .replace(EDGES, '');

/** External text as part of a file name. */
export const namePart = (text: string): string => clean(text, LONGEST_PART);

/** `Preventivo – Autoesempio Bologna – firmato.pdf`; empty parts are omitted. @param ending with its dot. */
export function downloadName(parts: readonly string[], ending: string): string {
  const named = parts.map(namePart).filter((part) => part !== '');
  return `${avoidDevice(named.length === 0 ? 'documento' : named.join(' – '))}${ending}`;
}

/** A file name given at upload, possibly to an older version of the product. */
export function givenName(name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot <= 0 ? [name, ''] : [name.slice(0, dot), clean(name.slice(dot + 1), 10)];
  return avoidDevice(`${clean(stem, LONGEST_STEM) || 'documento'}${ending === '' ? '' : `.${ending}`}`);
}
