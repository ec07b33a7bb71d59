/** The Italian catalogue for the first page; the words of other pages are loaded with them (`catalogue-pieces.ts`). */
import { documents } from './it/documents/documents.ts';
import { form } from './it/form.ts';
import { frame } from './it/frame.ts';
import { labels } from './it/labels.ts';
import { work } from './it/work.ts';

export const it = { ...frame, label: labels, documents, form, work };
