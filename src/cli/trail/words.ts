/** Italian texts for the faults found when recomputing the trail. */
import type { SealedFault, SealedReport } from '#server/evidence/sealed-trails.ts';
import type { TrailFault, TrailReport } from '#server/evidence/verify-trail.ts';

const CHAIN: Readonly<Record<(TrailFault & { what: 'chain' })['fault'], string>> = {
  hash: 'l’impronta non è quella del suo testo',
  link: 'non segue l’evento precedente',
  sequence: 'la numerazione salta',
  body: 'ciò che la riga dice non è ciò che è stato registrato',
  head: 'la catena non finisce dove dovrebbe',
};
const EVENT: Readonly<Record<(TrailFault & { what: 'event' })['fault'], string>> = {
  changed: 'è stato modificato',
  missing: 'è stato cancellato',
  replaced: 'non è più al suo posto: ce n’è un altro',
  inserted: 'è stato inserito senza passare dal prodotto',
};
const HEAD: Readonly<Record<(TrailFault & { what: 'head' })['fault'], string>> = {
  statement: 'non è leggibile',
  signature: 'ha una firma non valida',
  stamp: 'ha una marca temporale non valida',
  root: 'ha una radice diversa da quella degli eventi',
  beyond: 'conta più eventi di quanti ce ne siano',
  order: 'non continua quella precedente',
};
const TREE: Readonly<Record<(TrailFault & { what: 'tree' })['fault'], string>> = {
  leaf: 'manca una foglia',
  node: 'un nodo è stato modificato',
  size: 'ci sono più foglie di quante ne risultino',
};
const SEALED: Readonly<Record<'file' | 'seal' | 'content', string>> = {
  file: 'manca tra i file conservati, o non è intero',
  seal: 'non porta un sigillo valido di questa installazione',
  content: 'non contiene una traccia che regga in sé',
};
const PLACES = { database: 'nel database', outside: 'fuori dal database' } as const;

export function faultText(fault: TrailFault | SealedFault): string {
  switch (fault.what) {
    case 'sealed': {
      const paper = `il tracciato sigillato ${fault.sha256}`;
      if (!('subject' in fault)) return `Tracciato sigillato ${fault.sha256}: ${SEALED[fault.fault]}.`;
      const how = fault.fault === 'missing' ? 'non c’è più, ma lo riporta' : 'non è quello che riporta';
      return `${fault.subject}, evento ${fault.seq}: ${how} ${paper}.`;
    }
    case 'event': {
      const place = fault.position === null ? '' : ` (posizione ${fault.position} dell’albero)`;
      return `${fault.subject}, evento ${fault.seq}${place}: ${EVENT[fault.fault]}.`;
    }
    case 'chain':
      return `${fault.subject}, evento ${fault.seq}: ${CHAIN[fault.fault]}.`;
    case 'tree':
      return `Albero, posizione ${fault.position}: ${TREE[fault.fault]}.`;
    case 'head':
      return `Testa di ${fault.size} eventi ${PLACES[fault.place]}: ${HEAD[fault.fault]}.`;
  }
}

/** @param sealed null when there are no files to check. */
export function reportLines(report: TrailReport, sealed: SealedReport | null): string[] {
  const { events, chains, leaves, heads } = report;
  const counted = [
    `Eventi ${events}, catene ${chains}, foglie ${leaves}; teste ${heads.database} nel database, ${heads.outside} fuori;`,
    sealed === null ? 'tracciati sigillati non confrontati: mancano i file.' : `tracciati sigillati ${sealed.trails}.`,
  ].join(' ');
  const [hidden] = report.covered;
  const attempts =
    hidden === undefined
      ? []
      : [
          `Attenzione: qualcuno ha provato a cancellare o a sostituire ${report.covered.length} teste conservate fuori, la prima quella di ${hidden} eventi. Vale ciò che è stato conservato per primo, ed è ciò che è stato confrontato.`,
        ];
  const [first, ...more] = [...report.faults, ...(sealed?.faults ?? [])].map(faultText);
  if (first === undefined) return [`La traccia è integra. ${counted}`, ...attempts];
  return [
    `La traccia NON è integra. ${counted}`,
    `Il primo punto che differisce: ${first}`,
    ...(more.length > 0 ? ['Altri:', ...more.map((text) => `  - ${text}`)] : []),
    ...attempts,
  ];
}
