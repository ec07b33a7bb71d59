/** The demo's outbox page: the SMS and e-mails that would have been sent, newest first. */
import type { OutboxMessage } from '#ports/messages.ts';
import { Html, html } from '../http/pages/html.ts';
import type { DemoPage } from './demo-page.ts';

const SMS = html`<svg class="icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false"><path d="M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 5h2M12 17v.01"/></svg>`;
const MAIL = html`<svg class="icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false"><path d="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 7l9 6 9-6"/></svg>`;

const TIME = new Intl.DateTimeFormat('it-IT', {
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  timeZone: 'Europe/Rome',
});
const LIVE_SECONDS = 3;
const ON = html` data-on`;

/** Makes links clickable and highlights codes; digits within a link are not a code. */
function readable(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:)])/);
  const shown = parts.map((part, index) => {
    if (index % 2 === 1) return html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>`;
    const pieces = part.split(/(?<!\d)(\d{6})(?!\d)/);
    return html`${pieces.map((piece, at) => (at % 2 === 1 ? html`<strong class="code">${piece}</strong>` : html`${piece}`))}`;
  });
  return html`${shown}`;
}

/** The first line of an e-mail is its subject. */
function content({ channel, text }: OutboxMessage): Html {
  const [subject = '', ...body] = text.split('\n\n');
  if (channel === 'SMS' || body.length === 0) return html`<div class="text">${readable(text)}</div>`;
  return html`<p class="subject">${subject}</p><div class="text">${readable(body.join('\n\n'))}</div>`;
}

const message = (outboxMessage: OutboxMessage): Html => html`<li class="message">
<p class="message-head"><span class="chip">${outboxMessage.channel === 'SMS' ? SMS : MAIL}${outboxMessage.channel === 'SMS' ? 'SMS' : 'E-mail'}</span> <span class="to">${outboxMessage.to}</span> <time datetime="${outboxMessage.createdAt}">${TIME.format(new Date(outboxMessage.createdAt)).replace(',', '')}</time></p>
${content(outboxMessage)}
</li>`;

/** @param filter the recipient to filter by. @param live true: the page reloads itself every few seconds. */
export function outboxPage(messages: readonly OutboxMessage[], filter: string, live: boolean): DemoPage {
  const query = (on: boolean): string => {
    const search = new URLSearchParams({ ...(filter === '' ? {} : { to: filter }), ...(on ? { live: '1' } : {}) });
    return search.size === 0 ? '/demo/outbox' : `/demo/outbox?${search}`;
  };
  const list =
    messages.length === 0
      ? html`<p class="empty">${filter === '' ? 'Nessun messaggio, per ora: avvia una firma e qui compaiono link e codici.' : 'Nessun messaggio per questo destinatario.'}</p>`
      : html`<ol class="messages">${messages.map(message)}</ol>`;
  return {
    title: 'Posta demo',
    strip: 'Nessun messaggio lascia questo computer.',
    ...(live ? { refresh: LIVE_SECONDS } : {}),
    body: html`<h1>Posta demo</h1>
<p class="lead">Gli SMS e le e-mail che in produzione sarebbero partiti, dal più recente.</p>
<div class="tools">
<form class="filter" method="get" action="/demo/outbox"><label for="to">Destinatario</label><input id="to" name="to" type="search" value="${filter}" autocomplete="off" placeholder="+39… oppure nome@example.com"><button class="button" type="submit">Filtra</button></form>
<p class="links">${filter === '' ? new Html('') : html`<a href="/demo/outbox">Azzera filtri</a>`}${live ? new Html('') : html`<a href="${query(false)}">Aggiorna</a>`}<a class="switch" href="${query(!live)}"${live ? ON : new Html('')}>Aggiornamento automatico: ${live ? 'acceso' : 'spento'}</a></p>
</div>
${list}`,
  };
}
