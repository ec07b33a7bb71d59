/** "Con chi vuoi entrare?": the sign-in page of the demo's identity provider. */
import { DEMO_PASSWORD } from '#domain/identity/account.ts';
import { type Html, html } from '../http/pages/html.ts';
import type { DemoPage } from './demo-page.ts';
import { PERSONAS, type Persona } from './personas.ts';

const PLUG = html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><path d="M9.8 6 18 14.2l-1.5 1.5a5.8 5.8 0 1 1-8.2-8.2zM4 20l3.5-3.5M15 4l-3.5 3.5M20 9l-3.5 3.5"/></svg>`;

/** Body of the call that signs in a persona. */
const LOGIN_BODY = JSON.stringify({ username: 'sales', password: DEMO_PASSWORD });

const initials = (persona: Persona): string => `${persona.firstName.charAt(0)}${persona.lastName.charAt(0)}`;

const card = (persona: Persona): Html => html`<button class="card" type="submit" name="login" value="${persona.login}">
<span class="initials" aria-hidden="true">${initials(persona)}</span>
<span class="who"><span class="name">${persona.firstName} ${persona.lastName}</span> <span class="line">${persona.label}</span> <span class="line">${persona.place}</span></span>
<span class="login">${persona.login}</span>
</button>`;

const program = (
  persona: Persona,
): Html => html`<button class="card program" type="submit" name="login" value="${persona.login}">
${PLUG}<span class="name">${persona.label}</span> <span class="login">${persona.login}</span>
</button>`;

function section(group: Persona['group'], title: string): Html {
  const people = PERSONAS.filter((persona) => persona.group === group);
  return html`<section class="group ${group}" aria-labelledby="group-${group}">
<h2 id="group-${group}">${title}</h2>
<div class="cards">${people.map(group === 'dms' ? program : card)}</div>
</section>`;
}

/**
 * @param action address to which the choice is posted. @param dealers name of the legal entity that employs the
 * dealer's staff.
 */
export function personaPage(action: string, dealers: string): DemoPage {
  return {
    title: 'Con chi vuoi entrare?',
    strip: 'Accesso di prova.',
    stripMore: 'In produzione qui c’è quello della tua azienda.',
    body: html`<h1>Con chi vuoi entrare?</h1>
<p class="lead">Scegli una persona: entri subito, senza password. Ognuna vede e può fare cose diverse.</p>
<form class="personas" method="post" action="${action}">
${section('office', 'Sede')}
${section('reading', 'Sola consultazione')}
${section('dealer', `Concessionaria · ${dealers}`)}
${section('dms', 'Utenti tecnici dei DMS')}
</form>
<section class="calls" aria-labelledby="calls">
<h2 id="calls">Da un programma</h2>
<p>Ogni persona, utenti tecnici compresi, entra anche con <code>POST /api/auth/login</code> e <code>${LOGIN_BODY}</code>.</p>
</section>`,
  };
}
