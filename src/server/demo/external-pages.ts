/** Demo pages for systems that are external in production: the dealers' portal and the video provider. */
import { html } from '../http/pages/html.ts';
import type { DemoPage } from './demo-page.ts';
import { VIDEOS } from './videos.ts';

export const DEALER_PORTAL_PATH = '/demo/dealer-portal';
export const VIDEO_PLAYER_PATH = '/demo/video';

const FILM = html`<svg class="icon film" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" focusable="false"><path d="M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 4v16M16 4v16M3 8h5M3 16h5M3 12h18M16 8h5M16 16h5"/></svg>`;
const SHIELD = html`<svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false"><path d="M12 3a12 12 0 0 0 8.5 3A12 12 0 0 1 12 21 12 12 0 0 1 3.5 6 12 12 0 0 0 12 3M9 12l2 2 4-4"/></svg>`;

const length = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Stand-in for the network's external Dealer Portal behind the menu entry. */
export function dealerPortalPage(): DemoPage {
  return {
    title: 'Dealer Portal',
    strip: 'In produzione qui c’è il Dealer Portal della tua rete.',
    body: html`<h1>Dealer Portal</h1>
<p class="lead">È uno strumento esterno della rete. La demo non esce da questo computer, perciò la voce di menu porta a questa pagina.</p>
<p class="note">${SHIELD}<span>In produzione la stessa voce apre il Dealer Portal, all’indirizzo indicato da chi installa Fascicolo.</span></p>
<p class="note"><a href="/dashboard">Torna a Fascicolo</a></p>`,
  };
}

/** A provider's player with the video; shown in a frame of the portal. */
export function videoPlayerPage(externalId: string): DemoPage {
  const video = VIDEOS.find((candidate) => candidate.externalId === externalId);
  return {
    title: video?.title ?? 'Video di prova',
    strip: 'In produzione qui c’è il video del fornitore.',
    framed: true,
    body: html`<div class="player">
${video ? html`<p class="number" aria-hidden="true">${String(video.order)}</p>` : FILM}
<h1>${video?.title ?? 'Video di prova'}</h1>
<p class="caption">${video ? `Video ${video.order} di ${VIDEOS.length} · Durata ${length(video.duration ?? 0)}` : `Video «${externalId}»`}</p>
</div>`,
  };
}
