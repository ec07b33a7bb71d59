/** What recomputing the trail found, in words. */
import type { SealedFault, SealedReport } from '#server/evidence/sealed-trails.ts';
import type { TrailFault, TrailReport } from '#server/evidence/verify-trail.ts';
import { localize, type Message } from '../terminal/language.ts';

const CHAIN: Readonly<Record<(TrailFault & { what: 'chain' })['fault'], Message>> = {
  hash: { it: 'l’impronta non è quella del suo testo', en: 'the hash is not that of its text' },
  link: { it: 'non segue l’evento precedente', en: 'it does not follow the event before it' },
  sequence: { it: 'la numerazione salta', en: 'the numbering skips' },
  body: {
    it: 'ciò che la riga dice non è ciò che è stato registrato',
    en: 'the row differs from what was recorded',
  },
  head: { it: 'la catena non finisce dove dovrebbe', en: 'the chain does not end where it should' },
};
const EVENT: Readonly<Record<(TrailFault & { what: 'event' })['fault'], Message>> = {
  changed: { it: 'è stato modificato', en: 'was changed' },
  missing: { it: 'è stato cancellato', en: 'was deleted' },
  replaced: { it: 'non è più al suo posto: ce n’è un altro', en: 'is no longer in its place: another one is' },
  inserted: { it: 'è stato inserito senza passare dal prodotto', en: 'was inserted without the product' },
};
const HEAD: Readonly<Record<(TrailFault & { what: 'head' })['fault'], Message>> = {
  statement: { it: 'non è leggibile', en: 'cannot be read' },
  signature: { it: 'ha una firma non valida', en: 'has an invalid signature' },
  stamp: { it: 'ha una marca temporale non valida', en: 'has an invalid timestamp' },
  root: { it: 'ha una radice diversa da quella degli eventi', en: 'has another root than the events' },
  beyond: { it: 'conta più eventi di quanti ce ne siano', en: 'counts more events than there are' },
  order: { it: 'non continua quella precedente', en: 'does not continue the one before it' },
};
const TREE: Readonly<Record<(TrailFault & { what: 'tree' })['fault'], Message>> = {
  leaf: { it: 'manca una foglia', en: 'a leaf is missing' },
  node: { it: 'un nodo è stato modificato', en: 'a node was changed' },
  size: { it: 'ci sono più foglie di quante ne risultino', en: 'there are more leaves than recorded' },
};
const SEALED: Readonly<Record<'file' | 'seal' | 'content', Message>> = {
  file: {
    it: 'manca tra i file conservati, o non è intero',
    en: 'is missing among the stored files, or is not whole',
  },
  seal: {
    it: 'non porta un sigillo valido di questa installazione',
    en: 'has no valid seal of this installation',
  },
  content: {
    it: 'non contiene una traccia che regga in sé',
    en: 'does not contain a trail that is consistent in itself',
  },
};
const PLACES = {
  database: { it: 'nel database', en: 'in the database' },
  outside: { it: 'fuori dal database', en: 'outside the database' },
} as const;

function sealedText(fault: SealedFault): string {
  const { sha256 } = fault;
  if (!('subject' in fault)) {
    const how = SEALED[fault.fault];
    return localize({ it: `Tracciato sigillato ${sha256}: ${how.it}.`, en: `Sealed trail ${sha256}: it ${how.en}.` });
  }
  const isGone = fault.fault === 'missing';
  const [it, en] = isGone
    ? ['non c’è più, ma lo riporta', 'is gone, but appears in']
    : ['non è quello che riporta', 'is not the one in'];
  return localize({
    it: `${fault.subject}, evento ${fault.seq}: ${it} il tracciato sigillato ${sha256}.`,
    en: `${fault.subject}, event ${fault.seq}: it ${en} the sealed trail ${sha256}.`,
  });
}

/** @param place in the tree; null where it has none. */
function eventText(subject: string, seq: number, problem: Message, place: number | null = null): string {
  const position =
    place === null ? '' : localize({ it: ` (posizione ${place} dell’albero)`, en: ` (position ${place} of the tree)` });
  return `${subject}, ${localize({ it: 'evento', en: 'event' })} ${seq}${position}: ${localize(problem)}.`;
}

export function faultText(fault: TrailFault | SealedFault): string {
  switch (fault.what) {
    case 'sealed':
      return sealedText(fault);
    case 'event':
      return eventText(fault.subject, fault.seq, EVENT[fault.fault], fault.position);
    case 'chain':
      return eventText(fault.subject, fault.seq, CHAIN[fault.fault]);
    case 'tree': {
      const { position } = fault;
      return `${localize({ it: `Albero, posizione ${position}`, en: `Tree, position ${position}` })}: ${localize(TREE[fault.fault])}.`;
    }
    case 'head': {
      const [location, problem] = [PLACES[fault.place], HEAD[fault.fault]];
      return localize({
        it: `Testa di ${fault.size} eventi ${location.it}: ${problem.it}.`,
        en: `Head of ${fault.size} events ${location.en}: it ${problem.en}.`,
      });
    }
  }
}

function countedText({ events, chains, leaves, heads }: TrailReport, sealed: SealedReport | null): string {
  const counted = localize({
    it: `Eventi ${events}, catene ${chains}, foglie ${leaves}; teste ${heads.database} nel database, ${heads.outside} fuori;`,
    en: `Events ${events}, chains ${chains}, leaves ${leaves}; heads ${heads.database} in the database, ${heads.outside} outside;`,
  });
  const trails =
    sealed === null
      ? localize({
          it: 'tracciati sigillati non confrontati: mancano i file.',
          en: 'sealed trails not compared: the files are missing.',
        })
      : localize({ it: `tracciati sigillati ${sealed.trails}.`, en: `sealed trails ${sealed.trails}.` });
  return `${counted} ${trails}`;
}

/** @param sealed null when there are no files to check. */
export function reportLines(report: TrailReport, sealed: SealedReport | null): string[] {
  const counted = countedText(report, sealed);
  const [hidden] = report.replaced;
  const attempts =
    hidden === undefined
      ? []
      : [
          localize({
            it: `Attenzione: qualcuno ha provato a cancellare o a sostituire ${report.replaced.length} teste conservate fuori, la prima quella di ${hidden} eventi. Vale ciò che è stato conservato per primo, ed è ciò che è stato confrontato.`,
            en: `Warning: somebody tried to delete or replace ${report.replaced.length} heads that are kept outside, first the one of ${hidden} events. What was kept first counts, and was compared.`,
          }),
        ];
  const [first, ...more] = [...report.faults, ...(sealed?.faults ?? [])].map(faultText);
  if (first === undefined) {
    return [`${localize({ it: 'La traccia è integra.', en: 'The trail is intact.' })} ${counted}`, ...attempts];
  }
  return [
    `${localize({ it: 'La traccia NON è integra.', en: 'The trail is NOT intact.' })} ${counted}`,
    `${localize({ it: 'Il primo punto che differisce:', en: 'The first point that differs:' })} ${first}`,
    ...(more.length > 0 ? [localize({ it: 'Altri:', en: 'Others:' }), ...more.map((text) => `  - ${text}`)] : []),
    ...attempts,
  ];
}
