/** Builds names of downloads: distinguishable, and valid on every file system (Windows is the strictest). */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const REFUSED = /[<>:"/\\|?*]/g;
const EDGES = /^[. ]+|[. ]+$/g;
/** Reserved device names on Windows, with any extension. */
const DEVICE_NAME = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;
/** Three parts and the downloads folder stay below the 260 characters of a path. */
const MAX_PART_LENGTH = 60;
/** File systems allow 255. */
const MAX_STEM_LENGTH = 200;

export const avoidDeviceName = (name: string): string => name.replace(DEVICE_NAME, '$1_');

const clean = (text: string, maxLength: number): string =>
  [...text.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(REFUSED, '_').replace(/\s+/g, ' ')]
    .slice(0, maxLength)
    .join('')
    .replace(EDGES, '');

/** External text as part of a file name. */
export const namePart = (text: string): string => clean(text, MAX_PART_LENGTH);

/** `Preventivo – Autoesempio Bologna – firmato.pdf`; empty parts are omitted. @param ending with its dot. */
export function downloadName(parts: readonly string[], ending: string): string {
  const names = parts.map(namePart).filter((part) => part !== '');
  return `${avoidDeviceName(names.length === 0 ? 'documento' : names.join(' – '))}${ending}`;
}

/** A file name given at upload, possibly to an older version of the product. */
export function safeFileName(name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot <= 0 ? [name, ''] : [name.slice(0, dot), clean(name.slice(dot + 1), 10)];
  return avoidDeviceName(`${clean(stem, MAX_STEM_LENGTH) || 'documento'}${ending === '' ? '' : `.${ending}`}`);
}
