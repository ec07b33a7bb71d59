/**
 * The page that shows whether a file was issued here: server-made, without a script, separate from the page that holds
 * the file (record 0023).
 */
import type { FastifyReply } from 'fastify';
import type { IssuedAnswer } from '#contract/signing/issued-files.ts';
import type { Language } from '#domain/errors.ts';
import { BRAND, type Html, html, NO_INDEX, NONE, PLAIN_PAGE_POLICY, plainPage } from '../../http/pages/html.ts';

/** Path of the page and its files. */
export const ISSUED_FOLDER = '/verify/issued';

type Issued = NonNullable<IssuedAnswer['file']>;

const TEXTS = {
  it: {
    title: 'Emesso qui?',
    demo: 'DEMO: dati inventati, firma senza valore',
    yes: 'Sì, è stato emesso da questa installazione',
    no: 'Non risulta emesso da questa installazione',
    kinds: {
      signed: 'Documento firmato',
      audit: 'Tracciato di firma',
      partial: 'File di una firma non conclusa',
    } satisfies Record<Issued['kind'], string>,
    proofs: {
      sealed: 'Chiuso dal sigillo. Questa è la copia più recente.',
      archived: 'Con marca temporale di archivio. Questa è la copia più recente.',
      renewed: 'Autentico, ma ne esiste una copia più recente con una marca temporale di archivio in più.',
      notConcluded: 'Conservato come prova: non tutti hanno firmato, e non vale come documento firmato.',
    } satisfies Record<Issued['proof'], string>,
    kind: 'Che cos’è',
    type: 'Tipo',
    date: 'Data',
    proof: 'Stato della prova',
    hash: 'Impronta SHA-256',
    noText:
      'Nessun file firmato e nessun tracciato definitivo con questa impronta è uscito da qui. Basta un solo byte di differenza: anche una copia stampata e riscansionata, o salvata di nuovo, ha un’altra impronta. I tracciati provvisori non sono compresi.',
    disclosure: 'È arrivata qui solo l’impronta, mai il file. Di chi ha firmato non si dice nulla.',
    back: 'Torna alla verifica',
  },
  en: {
    title: 'Issued here?',
    demo: 'DEMO: invented data, signature without value',
    yes: 'Yes, it was issued by this installation',
    no: 'It is not known to have been issued by this installation',
    kinds: {
      signed: 'Signed document',
      audit: 'Audit trail of a signature',
      partial: 'File of a signature that was not concluded',
    } satisfies Record<Issued['kind'], string>,
    proofs: {
      sealed: 'Closed by the seal. This is the newest copy.',
      archived: 'With an archive timestamp. This is the newest copy.',
      renewed: 'Authentic, but there is a newer copy with one more archive timestamp.',
      notConcluded: 'Kept as evidence: not all signers have signed, and it does not count as a signed document.',
    } satisfies Record<Issued['proof'], string>,
    kind: 'What it is',
    type: 'Type',
    date: 'Date',
    proof: 'State of the proof',
    hash: 'SHA-256 fingerprint',
    noText:
      'No signed file and no final trail with this fingerprint was issued here. A single different byte is enough: a copy that was printed and scanned, or saved again, has another fingerprint. Interim trails are not included.',
    disclosure: 'Only the fingerprint was sent here, never the file. The signers are not named.',
    back: 'Back to the verification',
  },
} as const;

function renderAnswer({ file }: IssuedAnswer, language: Language): Html {
  const texts = TEXTS[language];
  if (file === null) return html`<p class="lead">${texts.noText}</p>`;
  const [year, month, dayOfMonth] = file.date.split('-');
  const rows = [
    [texts.kind, texts.kinds[file.kind]],
    [texts.type, file.label],
    [texts.date, `${dayOfMonth}/${month}/${year}`],
    [texts.proof, texts.proofs[file.proof]],
  ] as const;
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

interface PageOptions {
  language: Language;
  demo: boolean;
}

function framed(title: string, body: Html, { language, demo }: PageOptions): string {
  const texts = TEXTS[language];
  const demoBanner = demo ? html`<p class="strip">${texts.demo}</p>` : NONE;
  const page = html`<header>${demoBanner}${BRAND}</header>
<main>
${body}
<p class="told"><a href="/verify">${texts.back}</a></p>
</main>`;
  return plainPage({
    ...{ language, title: `${title} · Fascicolo`, files: ISSUED_FOLDER, style: 'issued.css' },
    ...{ meta: NO_INDEX, body: page },
  });
}

/** Page shown instead of an answer. @param text the refusal, for the reader. */
export function renderRefusalPage(text: string, options: PageOptions): string {
  const { title } = TEXTS[options.language];
  return framed(title, html`<section class="card no"><h1>${title}</h1><p class="lead">${text}</p></section>`, options);
}

export function sendIssuedPage(
  reply: FastifyReply,
  answer: IssuedAnswer,
  { sha256, ...options }: PageOptions & { sha256: string },
): FastifyReply {
  const texts = TEXTS[options.language];
  const body = html`<section class="${answer.issued ? 'card yes' : 'card no'}">
<h1>${answer.issued ? texts.yes : texts.no}</h1>
${renderAnswer(answer, options.language)}
<p class="hash"><span>${texts.hash}</span> <code>${sha256}</code></p>
</section>
<p class="told">${texts.disclosure}</p>`;
  return reply
    .header('content-security-policy', PLAIN_PAGE_POLICY)
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(framed(texts.title, body, options));
}
