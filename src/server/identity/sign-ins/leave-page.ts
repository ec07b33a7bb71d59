/** The page that asks for confirmation before signing out, for browsers sent here by another site: server-made, without a script. */
import type { FastifyReply } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import type { Language } from '#domain/errors.ts';
import { BRAND, html, NO_INDEX, PLAIN_PAGE_POLICY, plainPage } from '../../http/pages/html.ts';

/** Path of the page's files. */
export const LEAVE_FILES = '/sso/leave';

const WORDS = {
  it: {
    title: 'Vuoi uscire?',
    text: 'Un altro sito ha chiesto di chiudere la tua sessione. Esci solo se lo vuoi tu.',
    leave: 'Esci',
    stay: 'Resta nel portale',
  },
  en: {
    title: 'Sign out?',
    text: 'Another site asked to end your session. Sign out only if you want to.',
    leave: 'Log out',
    stay: 'Stay in the portal',
  },
} as const;

/** A link on this page is same-origin, as signing out requires. */
export function sendLeavePage(reply: FastifyReply, language: Language): FastifyReply {
  const words = WORDS[language];
  const body = html`<header>${BRAND}</header>
<main>
<section class="card">
<h1>${words.title}</h1>
<p>${words.text}</p>
<p class="ways"><a class="stay" href="/">${words.stay}</a> <a href="${SIGN_IN_PATHS.logout}">${words.leave}</a></p>
</section>
</main>`;
  const title = `${words.title} · Fascicolo`;
  return reply
    .header('content-security-policy', PLAIN_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(plainPage({ language, title, files: LEAVE_FILES, style: 'leave.css', meta: NO_INDEX, body }));
}
