/** AUDIT, the signatures of a folder: copied from the portal's evidence trail, without typed fields. */
import { DOCUMENT_STATUS_NAMES } from '../../documents/status-names.ts';
import { paperName } from '../../signing/messages/paper-names.ts';
import { eventName } from '../../signing/trail/event-names.ts';
import { romeTimeWithOffset } from '../../signing/trail/printed-time.ts';
import { eventActor } from '../../signing/trail/trail-text.ts';
import { customerFacts, customerPaper } from '../blocks.ts';
import type { Block, BlockOf, Fact } from '../paper.ts';
import type { Composed, DocumentTrail, PaperData } from '../paper-data.ts';
import { AUDIT_TEXTS_IT } from '../texts/audit-it.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';

export const AUDIT_CLAUSES = ['auditNature', 'auditProof', 'privacy'] as const;

const NOTHING: Block = {
  kind: 'paragraph',
  tone: 'note',
  text: 'Nessun documento di questa cartella ha ancora una firma avviata.',
};

export function composeAudit(data: PaperData, published?: ClauseTexts): Composed {
  const texts = withOverride(AUDIT_TEXTS_IT, published);
  const clauses = numberedClauses(texts, AUDIT_CLAUSES, {});
  const title = 'Tracciato di firma della cartella';
  return {
    paper: customerPaper(data, { title, version: texts.version, clauses }, [
      customerFacts(data.customer, 'it', 'Cliente'),
      folderFacts(data),
      ...(data.trails.length === 0 ? [NOTHING] : data.trails.flatMap(trailBlocks)),
      { kind: 'clauses', heading: 'Come leggere il tracciato', clauses },
    ]),
    missing: [],
    warnings: [],
  };
}

function folderFacts({ folder }: PaperData): BlockOf<'facts'> {
  const { businessId, plate, vin } = folder;
  const rows: [string, string | null][] = [
    ['Numero', businessId],
    ['Targa', plate],
    ['Telaio', vin],
  ];
  const facts = rows.flatMap(([label, value]): Fact[] => (value ? [{ label, value }] : []));
  return { kind: 'facts', heading: 'Cartella', facts };
}

/** A document's file, its result, and all events in order. */
function trailBlocks({ documentId, type, status, events }: DocumentTrail): Block[] {
  const detailOf = (event: string, name: string): string | null => {
    const value = events.findLast((entry) => entry.type === event)?.detail[name];
    return typeof value === 'string' ? value : null;
  };
  const last = events.at(-1);
  const rows: [string, string | null][] = [
    ['Documento n.', String(documentId)],
    ['Stato', DOCUMENT_STATUS_NAMES[status]],
    ['SHA-256 del file originale', detailOf('sign.started', 'originalSha256')],
    ['SHA-256 del file firmato e sigillato', detailOf('document.signed', 'sha256')],
    [`Impronta dell’ultimo evento (n. ${last?.seq ?? 0})`, last?.hash ?? null],
  ];
  return [
    {
      kind: 'facts',
      heading: paperName(type),
      facts: rows.flatMap(([label, value]): Fact[] => (value === null ? [] : [{ label, value }])),
    },
    {
      kind: 'table',
      columns: [
        { head: 'N.', share: 0.8 },
        { head: 'Data e ora (Roma)', share: 4.1 },
        { head: 'Evento', share: 4.4 },
        { head: 'Chi', share: 3 },
      ],
      rows: events.map(({ seq, time, type: eventType, actor }) => [
        String(seq),
        romeTimeWithOffset(new Date(time)),
        eventName(eventType),
        eventActor(actor),
      ]),
    },
  ];
}
