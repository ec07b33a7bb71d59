/** Names of the signature fields that preparing adds to a file without places of its own (P-6); any other name is a field that the file brings. */

/** Followed by a number. */
export const addedFieldsOf = (sessionId: number): string => `Fascicolo_Firma_${sessionId}_`;
