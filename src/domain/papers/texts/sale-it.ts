/**
 * Clauses of quotes, proposals, acceptances and contracts in Italian: drafts of the product, marked as such when
 * printed until counsel approves them.
 */
import type { ClauseTexts } from './clause-texts.ts';

export const SALE_TEXTS_IT: ClauseTexts = {
  version: 'bozza 1',
  approved: false,
  clauses: {
    quoteNature: {
      heading: 'Natura del preventivo',
      text: 'Il preventivo descrive il veicolo e le condizioni economiche alle quali la concessionaria è disposta a trattare fino alla data indicata. Non vincola il cliente all’acquisto e non impegna la disponibilità del veicolo: il contratto si conclude con la proposta d’acquisto e la sua accettazione scritta.',
    },
    quotePrice: {
      heading: 'Prezzi e variazioni',
      text: 'I prezzi comprendono l’IVA, salvo le voci indicate fuori campo. Imposte e tasse sono calcolate secondo le norme in vigore alla data del preventivo. La valutazione del veicolo in permuta presuppone lo stato dichiarato e va confermata con l’esame del veicolo.',
    },
    quoteFinance: {
      heading: 'Esempio di finanziamento',
      text: 'L’esempio è indicativo e non costituisce offerta di credito: il finanziamento è concesso dalla società indicata, salvo sua approvazione, alle condizioni delle «Informazioni europee di base sul credito ai consumatori» che essa consegna.',
    },
    object: {
      heading: 'Oggetto',
      text: 'Il cliente propone alla concessionaria l’acquisto del veicolo descritto, con gli optional elencati, al prezzo e alle condizioni di questa proposta. Il contratto si conclude quando il cliente riceve l’accettazione scritta della concessionaria (artt. 1326 e 1329 c.c.).',
    },
    objectContract: {
      heading: 'Oggetto',
      text: 'La concessionaria vende e il cliente acquista il veicolo descritto, nello stato che risulta da questo contratto, al prezzo e alle condizioni indicati (artt. 1470 e seguenti c.c.).',
    },
    irrevocability: {
      heading: 'Irrevocabilità della proposta',
      text: 'La proposta è irrevocabile fino al {until}, per {days} giorni dalla firma (art. 1329 c.c.). Se entro quel giorno il cliente non riceve l’accettazione, la proposta perde efficacia e la caparra è restituita per intero entro dieci giorni.',
    },
    price: {
      heading: 'Prezzo e pagamento',
      text: 'Il prezzo è quello del prospetto «Prezzo» e si paga secondo il prospetto «Pagamenti». Imposte e tasse di immatricolazione o trapasso sono quelle in vigore al momento della formalità: ogni differenza, in più o in meno, è documentata e conguagliata. I pagamenti in contanti sono ammessi nei limiti di legge.',
    },
    deposit: {
      heading: 'Caparra confirmatoria',
      text: 'La somma indicata è versata a titolo di caparra confirmatoria (art. 1385 c.c.) e imputata al prezzo alla consegna. Se il cliente è inadempiente la concessionaria può recedere e trattenerla; se è inadempiente la concessionaria il cliente può recedere ed esigerne il doppio. Resta salva la domanda di esecuzione o di risoluzione secondo le norme generali.',
    },
    tradeIn: {
      heading: 'Veicolo in permuta',
      text: 'Il cliente dichiara che il veicolo in permuta è di sua proprietà, libero da ipoteche, fermi e vincoli, non gravemente incidentato e con percorrenza corrispondente al contachilometri. Lo consegna nello stato valutato, con documenti e chiavi, non oltre il ritiro del veicolo acquistato. Danni o chilometri ulteriori comportano una nuova valutazione in contraddittorio.',
    },
    finance: {
      heading: 'Finanziamento',
      text: 'Se il cliente paga in tutto o in parte con un finanziamento e la società finanziaria non lo concede senza colpa del cliente, la proposta perde efficacia e la caparra è restituita, salvo che il cliente paghi altrimenti.',
    },
    delivery: {
      heading: 'Consegna',
      text: 'Il veicolo è consegnato nella sede in intestazione alla data prevista, con la tolleranza indicata. Trascorso anche il termine di tolleranza il cliente può assegnare per iscritto un termine di quindici giorni, decorso il quale può recedere e riavere quanto versato, salvo il maggior danno se il ritardo è imputabile alla concessionaria. Il cliente ritira il veicolo entro sette giorni dall’avviso.',
    },
    changes: {
      heading: 'Modifiche del costruttore',
      text: 'La concessionaria può consegnare il veicolo con le modifiche che il costruttore abbia introdotto dopo la firma e che non ne alterano le caratteristiche essenziali né la qualità, senza aumento del prezzo.',
    },
    warrantyNew: {
      heading: 'Garanzie',
      text: 'Al consumatore spetta la garanzia legale di conformità di due anni dalla consegna (artt. 128 e seguenti del Codice del consumo). La garanzia convenzionale del costruttore si aggiunge e non la limita; le sue condizioni sono nel libretto di garanzia.',
    },
    warrantyUsed: {
      heading: 'Garanzia del veicolo usato',
      text: 'Al consumatore spetta la garanzia legale di conformità (artt. 128 e seguenti del Codice del consumo) per {months} mesi dalla consegna: le parti possono accordarsi per una durata inferiore a due anni, ma non a un anno (art. 133). La conformità si valuta tenendo conto dell’età, dei chilometri e dello stato descritto; i difetti noti e accettati sono elencati sopra.',
    },
    warrantyBusiness: {
      heading: 'Garanzia',
      text: 'Il cliente acquista nell’esercizio della propria attività: si applicano gli artt. 1490 e seguenti c.c. I vizi vanno denunciati entro otto giorni dalla scoperta. Resta salva la garanzia convenzionale del costruttore, se ancora in corso.',
    },
    condition: {
      heading: 'Stato del veicolo usato',
      text: 'Il cliente dichiara di aver esaminato il veicolo e, se indicato, di averlo provato su strada, e di averlo trovato nello stato descritto. La concessionaria dichiara che i chilometri indicati sono quelli risultanti dallo strumento e dai controlli eseguiti, e che il veicolo è libero da vincoli.',
    },
    plus: {
      heading: 'Pacchetto Plus',
      text: 'Il pacchetto indicato copre il veicolo per la durata e i chilometri riportati, alle condizioni del libretto che il cliente riceve. Si aggiunge alla garanzia legale e non la limita.',
    },
    withdrawal: {
      heading: 'Recesso',
      text: 'Poiché l’accordo è concluso a distanza o fuori dei locali della concessionaria, il consumatore può recedere senza motivo entro quattordici giorni dalla consegna del veicolo, con dichiarazione esplicita inviata ai recapiti in intestazione o con il modulo tipo allegato (artt. 52 e seguenti del Codice del consumo). Riceve il rimborso entro quattordici giorni e risponde soltanto della diminuzione di valore dovuta a un uso eccedente la verifica del bene. Il recesso è escluso per i beni su misura (art. 59).',
    },
    ownership: {
      heading: 'Trasferimento e formalità',
      text: 'La proprietà passa con il pagamento dell’intero prezzo; il rischio passa con la consegna (art. 1523 c.c.). La concessionaria cura immatricolazione o trapasso a spese del cliente, che fornisce i documenti necessari.',
    },
    acceptance: {
      heading: 'Accettazione',
      text: 'La concessionaria accetta la proposta d’acquisto indicata, sottoscritta dal cliente, in ogni sua parte e senza modifiche. Con la ricezione di questa accettazione il contratto è concluso (art. 1326 c.c.) e le parti sono tenute a quanto la proposta prevede.',
    },
    acceptanceNext: {
      heading: 'Prossimi passi',
      text: 'La concessionaria conferma al cliente la data di consegna appena il veicolo è disponibile e lo avvisa di ogni variazione. Il saldo è pagato secondo il piano della proposta, prima del ritiro del veicolo.',
    },
    privacy: {
      heading: 'Dati personali',
      text: 'La concessionaria, titolare del trattamento, usa i dati di questo documento per rispondere alla richiesta, eseguire l’accordo e adempiere obblighi di legge, e li conserva per il tempo necessario. L’informativa completa è consegnata a parte ed è disponibile in sede.',
    },
    forum: {
      heading: 'Legge applicabile e foro',
      text: 'L’accordo è regolato dalla legge italiana. Per il consumatore è competente il giudice del luogo di residenza o domicilio; negli altri casi, in via esclusiva, il foro della sede della concessionaria.',
    },
  },
};
