/** Privacy notices in Italian: drafts of the product, marked as such when printed until counsel approves them (artt. 13, 14 GDPR). */
import type { ClauseText, ClauseTexts } from './clause-texts.ts';

const common: Record<string, ClauseText> = {
  data: {
    heading: 'Dati trattati',
    text: 'Dati anagrafici e di contatto, codice fiscale, dati del veicolo (targa, telaio, chilometri, interventi), dati dei contratti e dei pagamenti. Sono forniti dall’interessato o raccolti nel corso del rapporto. Senza i dati necessari il contratto non può essere concluso o eseguito; i consensi sono invece facoltativi.',
  },
  transfers: {
    heading: 'Trasferimenti fuori dallo Spazio economico europeo',
    text: 'I dati sono trattati nello Spazio economico europeo. Se un fornitore li tratta altrove, il trasferimento avviene soltanto sulla base di una decisione di adeguatezza o di clausole contrattuali tipo (artt. 45 e 46 GDPR), di cui si può chiedere copia al titolare.',
  },
  rights: {
    heading: 'Diritti dell’interessato',
    text: 'L’interessato può chiedere al titolare l’accesso ai dati, la rettifica, la cancellazione, la limitazione, la portabilità, e può opporsi al trattamento (artt. 15-22 GDPR). Può opporsi in ogni momento, senza motivo, al marketing diretto e revocare i consensi, anche per un solo canale: la revoca non pregiudica quanto fatto prima.',
  },
  complaint: {
    heading: 'Reclamo',
    text: 'Chi ritiene che i propri dati siano trattati in violazione del Regolamento può proporre reclamo al Garante per la protezione dei dati personali (www.garanteprivacy.it) o ricorrere all’autorità giudiziaria (artt. 77 e 79 GDPR).',
  },
  consents: {
    heading: 'Consensi',
    text: 'Ciascun consenso chiesto nel prospetto è libero, facoltativo e indipendente dagli altri: chi risponde No conclude gli stessi contratti e riceve gli stessi servizi. Nessuna risposta è preimpostata; ogni risposta è data da chi firma.',
  },
};

export const PRIVACY_TEXTS_IT: ClauseTexts = {
  version: 'bozza 1',
  approved: false,
  clauses: {
    ...common,
    purposesNsc: {
      heading: 'Finalità e basi giuridiche',
      text: 'a) Tenere l’anagrafica dei clienti della marca, gestire garanzie, campagne di richiamo e servizi digitali: contratto e obblighi di legge (art. 6, par. 1, lett. b e c, GDPR).\nb) Assistere i clienti, prevenire frodi e difendere diritti: legittimo interesse (lett. f).\nc) Comunicazioni commerciali, indagini, profilazione e comunicazione a terzi: soltanto con il consenso espresso nel prospetto (lett. a).',
    },
    purposesDealer: {
      heading: 'Finalità e basi giuridiche',
      text: 'a) Preparare preventivi, concludere ed eseguire contratti di vendita, permuta, prova e affidamento di veicoli: contratto (art. 6, par. 1, lett. b, GDPR).\nb) Adempiere obblighi fiscali, contabili, di immatricolazione e di pubblica sicurezza: obbligo di legge (lett. c).\nc) Difendere diritti e prevenire frodi: legittimo interesse (lett. f).\nd) Comunicazioni commerciali, profilazione e comunicazione a terzi: soltanto con il consenso espresso nel prospetto (lett. a).',
    },
    purposesService: {
      heading: 'Finalità e basi giuridiche',
      text: 'a) Accettare il veicolo, eseguire manutenzioni e riparazioni, gestire garanzie e richiami: contratto e obblighi di legge (art. 6, par. 1, lett. b e c, GDPR).\nb) Adempiere obblighi fiscali e contabili: obbligo di legge (lett. c).\nc) Difendere diritti e prevenire frodi: legittimo interesse (lett. f).\nd) Promemoria, offerte di assistenza e indagini sulla soddisfazione: soltanto con il consenso espresso nel prospetto (lett. a).',
    },
    recipientsNsc: {
      heading: 'Destinatari',
      text: 'Personale autorizzato, concessionarie e officine della rete che seguono il cliente, fornitori informatici e di assistenza nominati responsabili del trattamento (art. 28 GDPR), autorità quando la legge lo impone. Le società del gruppo, finanziarie e assicurative ricevono i dati per proprie iniziative commerciali soltanto con il consenso.',
    },
    recipientsDealer: {
      heading: 'Destinatari',
      text: 'Personale autorizzato, fornitori informatici, amministrativi e di conservazione nominati responsabili del trattamento (art. 28 GDPR), costruttore e società nazionale per ordine, garanzia e immatricolazione, finanziarie e assicurazioni scelte dal cliente, pubblico registro e autorità quando la legge lo impone. I dati non sono diffusi.',
    },
    recipientsService: {
      heading: 'Destinatari',
      text: 'Personale autorizzato, fornitori informatici, amministrativi e di soccorso nominati responsabili del trattamento (art. 28 GDPR), costruttore e società nazionale per garanzie e richiami, assicurazioni incaricate del sinistro, autorità quando la legge lo impone. I dati non sono diffusi.',
    },
    retention: {
      heading: 'Conservazione',
      text: 'Dati dei contratti: dieci anni dalla conclusione del rapporto. Prove delle firme elettroniche avanzate: almeno venti anni. Dati usati per marketing: [periodo], o fino alla revoca. Dati usati per profilazione: [periodo], o fino alla revoca. Trascorsi i termini i dati sono cancellati o resi anonimi.',
    },
  },
};
