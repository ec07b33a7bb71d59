/** Names of the signature fields that preparing adds to a file without fields of its own; other names are fields from the file. */

/** Followed by a number. */
export const addedFieldsOf = (sessionId: number): string => `Fascicolo_Firma_${sessionId}_`;
