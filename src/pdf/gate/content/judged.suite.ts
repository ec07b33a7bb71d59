/** What the gate decides about a page with given content, for tests. */
import { inspectPdf } from '../inspect-pdf.ts';
import { type Bodies, onePage, pdfOf, streamOf } from '../papers.suite.ts';

/** @param resources entries of the page's resources. @param more further objects of the file, from number 5. */
export const withContent = (content: string, resources = '', more: Bodies = {}): Uint8Array =>
  pdfOf({
    ...onePage,
    3: String(onePage[3]).replace('/Resources <<', `/Resources <<${resources} `),
    4: streamOf('', content),
    ...more,
  });

/** @returns `unchanged`, `written anew`, or the code of the refusal with the page. */
export async function judged(bytes: Uint8Array): Promise<string> {
  const result = await inspectPdf(bytes);
  if (!result.ok) return `${result.code} ${result.parameters?.page ?? ''}`.trim();
  return result.normalised ? 'written anew' : 'unchanged';
}

/** @returns `unchanged`, `written anew`, or the code of the refusal. */
export async function outcome(bytes: Uint8Array): Promise<string> {
  const result = await inspectPdf(bytes);
  return result.ok ? (result.normalised ? 'written anew' : 'unchanged') : result.code;
}

/** @returns the technical reason of a refusal, or the decision. */
export async function reasonOf(bytes: Uint8Array): Promise<string> {
  const result = await inspectPdf(bytes);
  return result.ok ? judged(bytes) : `${result.code}: ${result.detail}`;
}
