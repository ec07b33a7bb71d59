/** The sealed audit trail of one signed document, "Tracciato di firma" (D-52), made from the chain's own events. */
import type { ChainedEvent } from '#domain/evidence/chain.ts';
import { paperName } from '#domain/signing/paper-names.ts';
import { romeTimeWithOffset } from '#domain/signing/printed-time.ts';
import { eventDetail, eventName } from '#domain/signing/trail-text.ts';
import { type AuditFact, renderAuditPaper } from '#pdf/audit-paper.ts';
import { documentSubject, listTrail } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { isSignature } from './consents.ts';
import { roleName, signerName } from './prepare.ts';
import type { Point, Session, SessionDocument, SignedDocument, Signer } from './queries.ts';

export interface AuditGround {
  readonly session: Session;
  readonly entry: SessionDocument;
  readonly signed: SignedDocument;
  readonly signers: readonly Signer[];
  readonly points: readonly Point[];
  readonly documentType: string;
  readonly dealerName: string;
}

export const AUDIT_SEAL_FIELD = 'Fascicolo_Sigillo_Tracciato';

const EXPLANATION = [
  'Questo tracciato elenca, nell’ordine in cui sono avvenuti, i fatti della firma del documento indicato. È chiuso da un sigillo elettronico con marca temporale: qualunque modifica successiva è riconoscibile.',
  'Ogni evento è concatenato al precedente: la sua impronta è lo SHA-256 dell’impronta dell’evento precedente seguita dal testo canonico (RFC 8785) dell’evento. Cambiare, togliere o spostare un evento cambia tutte le impronte che seguono.',
  'Il documento firmato porta una firma PAdES (ETSI EN 319 142-1) per ogni punto confermato, ciascuna con un certificato proprio emesso per quell’atto e una marca temporale RFC 3161, e infine il sigillo. Si controlla con un lettore PDF che verifica le firme, con openssl, oppure con il verificatore di Fascicolo.',
  'Il codice usato per firmare è legato alla sessione, al documento, al numero di telefono e ai punti da firmare; non è conservato. Gli orari sono dell’Europa centrale (Roma) con lo scarto da UTC.',
];

function factsOfSigner(signer: Signer, points: readonly Point[], events: readonly ChainedEvent[]): AuditFact[] {
  const mine = points.filter((point) => point.signer_id === signer.id && isSignature(point));
  const fields = new Set(mine.map((point) => point.field));
  const sent = events.find((event) => event.type === 'link.sent' && event.detail.sessionId === signer.session_id);
  const facts: AuditFact[] = [
    { label: 'Nome', value: signerName(signer) },
    { label: 'Ruolo', value: roleName(signer) },
    ...(signer.organization_name === null ? [] : [{ label: 'Per conto di', value: signer.organization_name }]),
    { label: 'Metodo', value: 'Codice monouso (OTP) per SMS' },
    // Masked in every event; whole in this sealed paper alone (D-50), or nobody could tell whose telephone it was.
    { label: 'Cellulare', value: signer.phone },
    { label: 'Link inviato a', value: sent === undefined ? '–' : String(sent.detail.address) },
    { label: 'Firmato il', value: signer.signed_date === null ? '–' : romeTimeWithOffset(signer.signed_date) },
    { label: 'Indirizzo IP', value: signer.ip ?? '–' },
    { label: 'Punti firmati', value: mine.map((point) => point.label).join('; ') },
  ];
  for (const event of events) {
    if (!fields.has(String(event.detail.field))) continue;
    if (event.type === 'signature.applied') {
      facts.push({ label: 'Certificato, numero di serie', value: String(event.detail.certificateSerial) });
    } else if (event.type === 'timestamp.applied') {
      facts.push({
        label: 'Marca temporale',
        value: `${romeTimeWithOffset(new Date(String(event.detail.genTime)))}, numero ${String(event.detail.serial)}`,
      });
    }
  }
  return facts;
}

/** Renders the trail as it is now: everything up to the seal of the signed file. @returns a PDF with an empty seal field. */
export async function renderTrail(world: World, ground: AuditGround): Promise<Uint8Array> {
  const { session, entry, signed, signers, points } = ground;
  const events = await listTrail(world.database.read, documentSubject(entry.document_id));
  const label = paperName(ground.documentType);
  const ofSession = events.filter((event) => event.detail.sessionId === session.id);
  return renderAuditPaper({
    title: 'Tracciato di firma',
    demo: world.settings.mode === 'demo',
    provisional: false,
    facts: [
      { label: 'Documento', value: label },
      { label: 'Concessionaria', value: ground.dealerName },
      { label: 'Numero del documento', value: String(entry.document_id) },
      { label: 'Numero del documento firmato', value: String(signed.id) },
      { label: 'Sessione di firma', value: String(session.id) },
      { label: 'Avviata il', value: romeTimeWithOffset(session.created_date) },
      { label: 'SHA-256 del file originale', value: entry.original_sha256 },
      { label: 'SHA-256 del file mostrato e firmato', value: entry.prepared_sha256 ?? '–' },
      { label: 'SHA-256 del file firmato e sigillato', value: signed.sha256 },
      { label: 'Firme e sigillo', value: String(signed.signatures) },
    ],
    sections: signers.map((signer, index) => ({
      heading: signers.length === 1 ? 'Firmatario' : `Firmatario ${index + 1}`,
      facts: factsOfSigner(signer, points, ofSession),
    })),
    events: events.map((event) => ({
      seq: event.seq,
      time: romeTimeWithOffset(new Date(event.time)),
      what: eventName(event.type),
      who: event.actor.name ?? 'Fascicolo',
      detail: eventDetail(event) ?? '',
      hash: event.hash,
    })),
    explanation: EXPLANATION,
    footer: `${label}, documento ${entry.document_id}, sessione ${session.id}`,
    sealField: AUDIT_SEAL_FIELD,
  });
}
