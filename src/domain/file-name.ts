/** Names of downloads: found again among others, accepted by every file system (Windows is the strictest). */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const REFUSED = /[<>:"/\\|?*]/g;
const EDGES = /^[. ]+|[. ]+$/g;
/** Windows takes these for devices, whatever ending follows. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;
/** Three parts and a folder of downloads stay below the 260 letters of a path. */
const LONGEST_PART = 60;
/** File systems take 255. */
const LONGEST_STEM = 200;

export const avoidDevice = (name: string): string => name.replace(DEVICE, '$1_');

const clean = (text: string, longest: number): string =>
  [...text.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(REFUSED, '_').replace(/\s+/g, ' ')]
    .slice(0, longest)
    .join('')
    .replace(EDGES, '');

/** A text from outside as part of a file's name. */
export const namePart = (text: string): string => clean(text, LONGEST_PART);

/** `Preventivo – Autoesempio Bologna – firmato.pdf`; empty parts are left out. @param ending with its dot. */
export function downloadName(parts: readonly string[], ending: string): string {
  const named = parts.map(namePart).filter((part) => part !== '');
  return `${avoidDevice(named.length === 0 ? 'documento' : named.join(' – '))}${ending}`;
}

/** A name that was given at an upload, possibly by an older version of the product. */
export function givenName(name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot <= 0 ? [name, ''] : [name.slice(0, dot), clean(name.slice(dot + 1), 10)];
  return avoidDevice(`${clean(stem, LONGEST_STEM) || 'documento'}${ending === '' ? '' : `.${ending}`}`);
}
