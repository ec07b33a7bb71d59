/** The text of a mail from its lines, with the demo's note at its end. */
export const mailText = (lines: readonly string[], demo: boolean): string =>
  [...lines, ...(demo ? ['', 'DEMO senza valore: persone, documenti e firme sono inventati.'] : [])].join('\n');
