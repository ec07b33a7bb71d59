/** Reads a PDF's text once and extracts its facts. */
import { useQuery } from '@tanstack/react-query';
import { MAX_FILE_BYTES } from '#domain/documents/document.ts';
import { localKey } from '../../api/query-keys.ts';
import { type FoundInText, findInText } from './found-in-text.ts';
import { readPdfText } from './read-text.ts';

export type FileTrouble = 'many' | 'notPdf' | 'large' | 'small';

/** Why these files cannot start a document; null when they can. */
export function fileTrouble(files: readonly { name: string; type: string; size: number }[]): FileTrouble | null {
  const [file] = files;
  if (files.length > 1) return 'many';
  if (!file || !(file.type === 'application/pdf' || (file.type === '' && /\.pdf$/i.test(file.name)))) return 'notPdf';
  if (file.size > MAX_FILE_BYTES) return 'large';
  return file.size === 0 ? 'small' : null;
}

/** Plate, chassis number and document number, each only when the text has exactly one: several are ambiguous. */
export function soleFacts(found: FoundInText | null): Pick<PdfFacts, 'plate' | 'vin' | 'number'> {
  const only = (list: readonly string[] | undefined) => (list?.length === 1 ? (list[0] ?? null) : null);
  return { plate: only(found?.plates), vin: only(found?.vins), number: only(found?.numbers) };
}

/** The words of a file's name: "Proposta_n._PV-77.pdf". */
const wordsOfName = (name: string): string => name.replace(/\.pdf$/i, '').replace(/_+/g, ' ');

export interface PdfFacts {
  reading: boolean;
  failed: boolean;
  found: FoundInText | null;
  text: string;
  /** The words of the file's name, empty until its text has been read. */
  name: string;
  any: boolean;
  plate: string | null;
  vin: string | null;
  number: string | null;
}

export function usePdfFacts(file: File): PdfFacts {
  const text = useQuery({
    queryKey: localKey('pdf-text', file.name, file.size, file.lastModified),
    queryFn: async () => {
      const words = await readPdfText(file);
      return { words, found: findInText(words) };
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = text.data?.found ?? null;
  const name = text.isPending ? '' : wordsOfName(file.name);
  const uniqueFacts = soleFacts(found);
  return {
    ...{ ...uniqueFacts, name },
    number: found?.numbers.length ? uniqueFacts.number : soleFacts(findInText(name)).number,
    reading: text.isPending,
    failed: text.isError,
    found,
    text: text.data?.words ?? '',
    any: found !== null && Object.values(found).some((list: readonly unknown[]) => list.length > 0),
  };
}
