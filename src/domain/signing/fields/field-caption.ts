/** Names a signature field in one line, on a page and as a field's tooltip: what is signed, then by whom. */
export const fieldCaption = (label: string, signer: string | null): string =>
  [label, signer].filter(Boolean).join(' · ');
