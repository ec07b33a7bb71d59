/**
 * Handles files with only an owner password (ISO 32000-2, 7.6.4.4): the user password is empty, so every reader opens
 * them. Their permissions are a request to viewers. If printing is permitted, the gate writes the pages unencrypted, as
 * printing to PDF would (record 0041).
 */
import { PDF, PdfRef } from '@libpdf/core';
import { Refused } from '../gate-result.ts';

/** @returns the file with every object decrypted. @throws Refused pdf.encrypted, pdf.ambiguous */
export async function decrypted(loaded: PDF, bytes: Uint8Array): Promise<PDF> {
  if (!loaded.isAuthenticated) throw new Refused('pdf.encrypted', 'encrypted');
  if (!loaded.getPermissions().print) throw new Refused('pdf.encrypted', 'printing is not allowed');
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/XRefStm')) {
    throw new Refused('pdf.ambiguous', 'an encrypted file with two cross-references');
  }
  const { result, warned } = await watchingConsole(async () => {
    const pdf = await PDF.load(bytes);
    const { registry } = pdf.context;
    for (let number = 1; number < registry.nextObjectNumber; number++) {
      if (number !== encryptionNumberOf(pdf)) registry.resolve(PdfRef.of(number, 0));
    }
    return pdf;
  });
  if (warned) throw new Refused('pdf.encrypted', 'an object cannot be decrypted');
  return result;
}

/** Number of the encryption dictionary, which is itself not encrypted. */
export const encryptionNumberOf = (pdf: PDF): number | undefined =>
  pdf.context.info.trailer.getRef('Encrypt')?.objectNumber;

/** LibPDF reports an object that it cannot decrypt only on the console, and continues with the encrypted bytes. */
async function watchingConsole<T>(work: () => Promise<T>): Promise<{ result: T; warned: boolean }> {
  const { warn } = console;
  let warned = false;
  console.warn = () => {
    warned = true;
  };
  try {
    const result = await work();
    return { result, warned };
  } finally {
    console.warn = warn;
  }
}
