/** JSON of lists whose rows share members, as the documents of a folder share their folder and customer. */
import type { FastifyReply } from 'fastify';

/** The same text as JSON.stringify, where an object that several rows refer to is written once and repeated. */
export function rowsJson(rows: readonly object[]): string {
  const texts = new Map<unknown, string>();
  const textOf = (value: unknown): string => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    texts.set(value, text);
    return text;
  };
  const row = ({ folderDTO, dossierDTO, ...own }: { folderDTO?: unknown; dossierDTO?: unknown }): string => {
    const shared = [
      ...(folderDTO === undefined ? [] : [`"folderDTO":${textOf(folderDTO)}`]),
      ...(dossierDTO === undefined ? [] : [`"dossierDTO":${textOf(dossierDTO)}`]),
    ];
    const text = JSON.stringify(own);
    return shared.length === 0 ? text : `${text.slice(0, -1)},${shared.join(',')}}`;
  };
  return `[${rows.map(row).join(',')}]`;
}

/** What is returned next goes out by `rowsJson`. */
export function asRows(reply: FastifyReply): void {
  void reply.type('application/json; charset=utf-8').serializer(rowsJson);
}
