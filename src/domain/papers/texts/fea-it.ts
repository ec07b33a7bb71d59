/** Clauses of the FEA adherence module in Italian: a draft of the product, marked as such until counsel approves it. */
import type { ClauseTexts } from './clause-texts.ts';

export const FEA_TEXTS_IT: ClauseTexts = {
  version: 'bozza 1',
  approved: false,
  clauses: {
    declaration: {
      heading: 'Dichiarazione di adesione',
      text: 'Dichiaro di aver letto questo modulo e di accettare le condizioni del servizio di firma elettronica avanzata (FEA) messo a disposizione dall’erogatore, per firmare i documenti dei rapporti con lui (art. 57 del DPCM 22 febbraio 2013).',
    },
    process: {
      heading: 'Come si firma',
      text: 'L’erogatore identifica chi firma con un documento d’identità valido. Chi firma riceve un link personale, legge il documento per intero, conferma uno per uno i punti di firma e li firma con un codice monouso inviato per SMS al cellulare indicato, oppure con firma grafometrica su tablet. Il documento è poi chiuso con firme digitali, marca temporale e sigillo: ogni modifica successiva è riconoscibile.',
    },
    exclusive: {
      heading: 'Controllo esclusivo',
      text: 'Il codice è noto soltanto a chi firma e non va comunicato ad altri, nemmeno al personale dell’erogatore. Il cambio o la perdita del cellulare indicato va comunicato subito: fino ad allora non si avviano nuove firme.',
    },
    limits: {
      heading: 'Limiti d’uso',
      text: 'La firma è utilizzabile soltanto nei rapporti giuridici tra chi firma e l’erogatore (art. 60 del DPCM 22 febbraio 2013). L’adesione è facoltativa: chi non aderisce o la revoca firma su carta.',
    },
    effects: {
      heading: 'Effetti',
      text: 'Il documento firmato con FEA soddisfa il requisito della forma scritta e ha l’efficacia prevista dall’art. 20, comma 1-bis, del Codice dell’amministrazione digitale.',
    },
    copies: {
      heading: 'Copie',
      text: 'Chi firma riceve un collegamento per scaricare il documento firmato e le prove della firma. Può chiedere in ogni momento, gratuitamente, copia di questa dichiarazione e dei documenti conservati, in sede o ai recapiti di assistenza. L’erogatore li conserva per almeno venti anni.',
    },
    revocation: {
      heading: 'Revoca',
      text: 'L’adesione può essere revocata in ogni momento, in sede o ai recapiti di assistenza. La revoca vale per il futuro: i documenti già firmati restano validi.',
    },
    insurance: {
      heading: 'Assicurazione',
      text: 'L’erogatore è assicurato per la responsabilità civile derivante dal servizio con {insurer}, polizza {policy}, massimale {coverage}, non inferiore a 500.000 euro (art. 57, comma 2, del DPCM 22 febbraio 2013).',
    },
    technology: {
      heading: 'Caratteristiche e tecnologie',
      text: 'La soluzione è realizzata da {provider}. Le caratteristiche del sistema, le tecnologie e il modo in cui soddisfano i requisiti di legge sono pubblicati alla pagina {publicPage}.',
    },
    assistance: {
      heading: 'Assistenza',
      text: 'Per informazioni, copie, revoca e segnalazioni: {assistance}.',
    },
    privacy: {
      heading: 'Dati personali',
      text: 'L’erogatore, titolare del trattamento, usa i dati di questo modulo e la copia del documento d’identità per identificare chi firma e per conservare le prove della firma. L’informativa completa è consegnata a parte.',
    },
  },
};
