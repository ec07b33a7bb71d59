/** The page that asks for confirmation before signing out, for browsers sent here by another site: server-made, without a script. */
import type { FastifyReply } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import type { Language } from '#domain/errors.ts';
import { html, MARK, PLAIN_PAGE_POLICY } from '../../http/pages/html.ts';

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
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${words.title} · Fascicolo</title>
<link rel="icon" href="${LEAVE_FILES}/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${LEAVE_FILES}/leave.css">
</head>
<body>
<header><p class="brand">${MARK}<span>Fascicolo</span></p></header>
<main>
<section class="card">
<h1>${words.title}</h1>
<p>${words.text}</p>
<p class="ways"><a class="stay" href="/">${words.stay}</a> <a href="${SIGN_IN_PATHS.logout}">${words.leave}</a></p>
</section>
</main>
</body>
</html>
`;
  return reply.header('content-security-policy', PLAIN_PAGE_POLICY).type('text/html; charset=utf-8').send(page.text);
}
