/** The sealed audit PDF of one signed document ("Tracciato di firma"), made from its chain's events. */
import type { ChainedEvent } from '#domain/evidence/chain.ts';
import { maskEmail } from '#domain/evidence/masking.ts';
import { contactChangeText } from '#domain/signing/contact/contact-changes.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { eventName } from '#domain/signing/trail/event-names.ts';
import { romeTimeWithOffset } from '#domain/signing/trail/printed-time.ts';
import { type SeenPages, seenPagesText } from '#domain/signing/trail/seen-pages.ts';
import {
  eventActor,
  eventDetail,
  identityText,
  isUnknownActor,
  otherPeopleText,
} from '#domain/signing/trail/trail-text.ts';
import type { AuditFact, AuditPaper } from '#pdf/audit-paper.ts';
import { documentSubject, listTrail } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import type { SignaturePoint, Signer } from '../queries.ts';
import { isSignature } from '../start/consents.ts';
import { roleName, signerName } from '../start/prepare-session.ts';
import { listPartlySigned } from './partly-signed.queries.ts';
import { sealWith } from './seal.ts';
import { type AuditContext, trailData } from './trail-data.ts';

const AUDIT_SEAL_FIELD = 'Fascicolo_Sigillo_Tracciato';

const EXPLANATION = [
  'Questo tracciato elenca, nell’ordine in cui sono avvenuti, i fatti della firma del documento indicato. È chiuso da un sigillo elettronico con marca temporale: qualunque modifica successiva è riconoscibile.',
  'Ogni evento è concatenato al precedente: la sua impronta è lo SHA-256 dell’impronta dell’evento precedente seguita dal testo canonico (RFC 8785) dell’evento. Cambiare, togliere o spostare un evento cambia tutte le impronte che seguono. Lo stesso tracciato in forma leggibile da un programma è allegato a questo PDF (tracciato.json): riporta di ogni evento il testo esatto e le due impronte.',
  'Il documento firmato porta una firma PAdES (ETSI EN 319 142-1) per ogni punto confermato, ciascuna con un certificato proprio emesso per quell’atto e una marca temporale RFC 3161, e infine il sigillo. Si controlla con un lettore PDF che verifica le firme, con openssl, oppure con il verificatore di Fascicolo, alla pagina /verify: il file resta nel browser di chi controlla. Dopo la chiusura il file può ricevere in coda altre marche temporali, che lo mantengono verificabile nel tempo: i byte chiusi dal sigillo restano quelli di cui qui è scritta l’impronta.',
  'Il codice usato per firmare è legato alla sessione, a tutti i suoi documenti, al numero di telefono e ai punti da firmare; non è conservato. Chi firma per la concessionaria conferma di nuovo la propria identità con un accesso che vale una volta sola, per quei documenti e quei punti; se con un accesso firma più volte, ogni firma ne ha una conferma propria e il tracciato riporta quante sono. Dove più documenti si firmano con un solo codice, l’impronta che chi firma legge nell’SMS viene dallo SHA-256 delle loro impronte, scritte di seguito nell’ordine che l’evento di preparazione riporta. Chi firma a mano scrive su un tablet della concessionaria: il tratto è cifrato sul tablet, sta nel file sotto la sua firma e lo apre solo il custode della chiave; qui ne è scritta l’impronta. Gli orari sono dell’Europa centrale (Roma) con lo scarto da UTC.',
];

/** How a staff signer was authenticated. */
function identityFacts(signer: Signer, events: readonly ChainedEvent[]): AuditFact[] {
  const signedTime = signer.signed_date?.getTime() ?? 0;
  // A signer in two roles confirms twice: the last confirmation before this signature is its own.
  const confirmed = events.findLast(
    ({ type, actor, detail }) =>
      type === 'identity.confirmed' &&
      actor.id === signer.user_id &&
      detail.sessionId === signer.session_id &&
      Date.parse(String(detail.at)) <= signedTime,
  );
  return [
    { label: 'Metodo', value: 'Nuovo accesso al portale, legato al documento e ai punti da firmare' },
    { label: 'Utente', value: String(confirmed?.detail.login ?? '–') },
    {
      label: 'Identità confermata il',
      value: confirmed === undefined ? '–' : romeTimeWithOffset(new Date(String(confirmed.detail.at))),
    },
    ...(confirmed?.detail.acts === undefined
      ? []
      : [
          { label: 'Accesso valido per', value: `${confirmed.detail.acts} firme, ciascuna legata ai propri documenti` },
        ]),
  ];
}

/** How the signature was given according to the trail, by hand or by code; both are possible until the signer has signed. */
function methodFacts(signer: Signer, events: readonly ChainedEvent[]): AuditFact[] {
  const event = events.find(({ type, actor }) => type === 'hand.given' && actor.id === signer.id);
  if (event !== undefined) {
    return [
      { label: 'Metodo', value: 'Firma autografa su tablet, cifrata per il custode prima dell’invio' },
      { label: 'Tablet', value: `${String(event.detail.device)}, dispositivo ${String(event.detail.deviceId)}` },
    ];
  }
  const isUndecided =
    signer.signed_date === null &&
    events.some(({ type, detail }) => type === 'sign.started' && detail.method === 'GRAPHOMETRIC');
  const code = 'Codice monouso (OTP) per SMS';
  return [{ label: 'Metodo', value: isUndecided ? `Firma autografa su tablet, oppure ${code}` : code }];
}

/** Who changed the signer's telephone or address, and how long before this signature started or was given. */
function contactFacts(signer: Signer, events: readonly ChainedEvent[], at: Date): AuditFact[] {
  const history = events.find(({ type }) => type === 'contact.history');
  const historyText = signer.position === 1 && history !== undefined ? eventDetail(history) : null;
  const until = signer.signed_date ?? at;
  const name = `${signer.first_name} ${signer.last_name}`;
  const since = events.flatMap(({ type, actor, time, detail }) => {
    const { phoneChanged, addressChanged, phoneBefore, phone, addressBefore, address } = detail;
    if (type !== 'contact.corrected' || detail.signer !== name) return [];
    const change = {
      ...{ at: time, by: actor.name },
      phone: phoneChanged ? { before: String(phoneBefore), after: String(phone) } : null,
      address: addressChanged ? { before: String(addressBefore), after: String(address) } : null,
    };
    return contactChangeText(change, until, 'it');
  });
  const shared = events.flatMap(({ type, detail }) =>
    type === 'contact.shared' && detail.signer === name ? [detail] : [],
  );
  const confirmedDetails = events.flatMap(({ type, detail }) =>
    type === 'contact.vouched' && detail.signer === name ? [detail] : [],
  );
  return [
    ...confirmedDetails.map(({ contact, by, login, at: given }) => ({
      label: 'Recapito confermato da',
      value: `${String(by)} (${String(login)}), ${romeTimeWithOffset(new Date(String(given)))}: ${String(contact)}`,
    })),
    ...shared.map(({ others }) => ({
      label: 'Numero usato prima a nome di',
      value: otherPeopleText(Number(others)).it,
    })),
    ...(historyText === null ? [] : [{ label: 'Recapiti, prima dell’avvio', value: historyText }]),
    ...(since.length === 0 ? [] : [{ label: 'Recapiti, prima della firma', value: since.join('; ') }]),
  ];
}

const ADVANCED = 'Firma elettronica avanzata (FEA)';

/** The adherence on which an advanced signature relies; for a module, who identified the customer and with which document. */
function adherenceFacts(signer: Signer, events: readonly ChainedEvent[]): AuditFact[] {
  const name = `${signer.first_name} ${signer.last_name}`;
  // A module signed before names were recorded has none; it can only be the customer's own.
  const isSigner = (owner: unknown): boolean => owner === name || (owner === '' && signer.position === 1);
  return events.flatMap(({ type, detail }): AuditFact[] => {
    if (!isSigner(detail.signer)) return [];
    if (type === 'fea.used') {
      const activatedAt = romeTimeWithOffset(new Date(String(detail.activated)));
      const terms = detail.textVersion === null ? '' : `, condizioni ${String(detail.textVersion)}`;
      return [
        { label: 'Tipo di firma', value: ADVANCED },
        {
          label: 'Adesione alla FEA',
          value: `n. ${String(detail.adherenceId)}, attiva dal ${activatedAt}; Modulo FEA n. ${String(detail.moduleId)}${terms}`,
        },
        ...(detail.sha256 === null ? [] : [{ label: 'Modulo FEA firmato, SHA-256', value: String(detail.sha256) }]),
      ];
    }
    if (type !== 'customer.identified') return [];
    const seen = { document: String(detail.document), number: String(detail.number), expiry: String(detail.expiry) };
    const identifiedAt = romeTimeWithOffset(new Date(String(detail.at)));
    return [
      { label: 'Identità verificata', value: `di persona, dall’utente ${String(detail.login)}, ${identifiedAt}` },
      { label: 'Documento d’identità', value: identityText(seen, 'it') },
    ];
  });
}

/** Which parts of the document were on the signer's screen, if their page reported it. */
function readingFacts(signer: Signer, events: readonly ChainedEvent[]): AuditFact[] {
  const intent = events.find(
    ({ type, actor }) => type === 'sign.confirmed' && actor.kind === 'signer' && actor.id === signer.id,
  );
  const reading = intent?.detail.reading as SeenPages | undefined;
  return reading === undefined ? [] : [{ label: 'Lettura', value: `Documento ${seenPagesText(reading, 'it')}` }];
}

function factsOfSigner(
  signer: Signer,
  { points, events, at }: { points: readonly SignaturePoint[]; events: readonly ChainedEvent[]; at: Date },
): AuditFact[] {
  const signerPoints = points.filter((point) => point.signer_id === signer.id && isSignature(point));
  const fields = new Set(signerPoints.map((point) => point.field));
  const address = maskEmail(signer.email);
  const linkSent = events.find(
    ({ type, detail }) => type === 'link.sent' && detail.sessionId === signer.session_id && detail.address === address,
  );
  const facts: AuditFact[] = [
    { label: 'Nome', value: signerName(signer) },
    { label: 'Ruolo', value: roleName(signer) },
    ...(signer.organization_name === null ? [] : [{ label: 'Per conto di', value: signer.organization_name }]),
    ...(signer.user_id === null
      ? [
          ...methodFacts(signer, events),
          // Masked in every event; complete only in this sealed paper, so that the number's owner can be established.
          { label: 'Cellulare', value: signer.phone },
          ...contactFacts(signer, events, at),
          ...adherenceFacts(signer, events),
        ]
      : identityFacts(signer, events)),
    {
      label: signer.user_id === null ? 'Link inviato a' : 'Avviso inviato a',
      value: linkSent === undefined ? '–' : address,
    },
    ...readingFacts(signer, events),
    { label: 'Firmato il', value: signer.signed_date === null ? '–' : romeTimeWithOffset(signer.signed_date) },
    { label: 'Indirizzo IP', value: signer.ip ?? '–' },
    {
      label: signer.signed_date === null ? 'Punti da firmare' : 'Punti firmati',
      value: signerPoints.map((point) => point.label).join('; '),
    },
  ];
  for (const event of events) {
    if (!fields.has(String(event.detail.field))) continue;
    if (event.type === 'bio.captured') {
      facts.push(
        { label: 'Firma autografa cifrata, SHA-256', value: String(event.detail.envelopeSha256) },
        { label: 'Certificato del custode, SHA-256', value: String(event.detail.custodianSha256) },
      );
    } else if (event.type === 'signature.applied') {
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

/** The IP address of an unidentified actor, the only known fact about them. */
const originOf = (actor: ChainedEvent['actor']): string =>
  isUnknownActor(actor) && actor.ip !== null ? `indirizzo IP ${actor.ip}` : '';

/** A signature that was declined, expired or was cancelled gets no final trail. */
const interimText = (ended: boolean): string =>
  ended
    ? 'Questo tracciato è provvisorio: la firma del documento è terminata senza essere conclusa. Elenca i fatti avvenuti fino al momento in cui è stato prodotto.'
    : 'Questo tracciato è provvisorio: la firma del documento non è conclusa. Elenca i fatti avvenuti fino al momento in cui è stato prodotto; a firma conclusa lo sostituisce il tracciato definitivo.';

type PartlySignedRows = Awaited<ReturnType<typeof listPartlySigned>>;

/** Time of the seal, if it differs from that of the last signature. */
function sealTime({ signers }: AuditContext, events: readonly ChainedEvent[]): string | null {
  const sealed = events.findLast(({ type }) => type === 'sealed');
  if (sealed === undefined) return null;
  const at = romeTimeWithOffset(new Date(sealed.time));
  const signedTimes = signers.flatMap(({ signed_date: date }) => (date === null ? [] : [romeTimeWithOffset(date)]));
  return signedTimes.includes(at) ? null : at;
}

function factsOfDocument(
  context: AuditContext,
  { label, kept, events }: { label: string; kept: PartlySignedRows; events: readonly ChainedEvent[] },
): AuditFact[] {
  const { documentId, session, entry, signed } = context;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Documento', label],
    ['Concessionaria', context.dealerName],
    ['Numero del documento', String(documentId)],
    ['Numero del documento firmato', signed && String(signed.id)],
    ['Sessione di firma', session && String(session.id)],
    ['Avviata il', session && romeTimeWithOffset(session.created_date)],
    ['Sigillato il', signed && sealTime(context, events)],
    ['SHA-256 del file originale', entry?.original_sha256 ?? null],
    [`SHA-256 del file ${signed ? 'presentato e firmato' : 'da firmare'}`, entry && (entry.prepared_sha256 ?? '–')],
    ['SHA-256 del file firmato e sigillato', signed?.sha256 ?? null],
    ['Firme e sigillo', signed && String(signed.signatures)],
    ...kept.map(
      (file) =>
        [`SHA-256 del file firmato in parte, sessione ${file.session_id}`, file.sha256 ?? 'in preparazione'] as const,
    ),
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ label: name, value }]));
}

/** The current trail: for a signed document up to the seal of the file, else all events so far. */
async function buildTrailPaper(world: World, context: AuditContext): Promise<AuditPaper> {
  const { documentId, session, signed, signers, points } = context;
  const events = await listTrail(world.database.read, documentSubject(documentId));
  const label = paperName(context.documentType);
  const created = world.clock.now();
  const kept = await listPartlySigned(world.database.read, documentId);
  const sessionEvents = events.filter((event) => event.detail.sessionId === session?.id);
  return {
    title: 'Tracciato di firma',
    demo: world.settings.mode === 'demo',
    provisional: signed === null,
    facts: factsOfDocument(context, { label, kept, events: sessionEvents }),
    sections: signers.map((signer, index) => ({
      heading: signers.length === 1 ? 'Chi firma' : `Chi firma ${index + 1}`,
      facts: factsOfSigner(signer, { points, events: sessionEvents, at: created }),
    })),
    events: events.map((event) => ({
      seq: event.seq,
      time: romeTimeWithOffset(new Date(event.time)),
      what: eventName(event.type),
      who: eventActor(event.actor),
      detail: eventDetail(event) ?? originOf(event.actor),
      hash: event.hash,
    })),
    explanation: signed === null ? [interimText((session?.ended_date ?? null) !== null), ...EXPLANATION] : EXPLANATION,
    footer: [label, `documento ${documentId}`, ...(session === null ? [] : [`sessione ${session.id}`])].join(', '),
    sealField: AUDIT_SEAL_FIELD,
    created,
    trail: trailData(context, kept, events, created),
  };
}

/** @returns the sealed paper, which passed our own verifier. @throws as {@link sealWith} */
export async function makeSealedTrail(world: World, context: AuditContext): Promise<Uint8Array> {
  const paper = await buildTrailPaper(world, context);
  const sealing = { field: AUDIT_SEAL_FIELD, certify: true, for: context.dealerName };
  return (await sealWith(world, [], sealing, (request) => world.pdf.sealTrail(paper, request))).bytes;
}
