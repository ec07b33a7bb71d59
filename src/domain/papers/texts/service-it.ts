/** Clauses of the workshop's papers in Italian: drafts of the product, marked as such when printed until counsel approves them. */
import type { ClauseTexts } from './clause-texts.ts';

export const SERVICE_TEXTS_IT: ClauseTexts = {
  version: 'bozza 1',
  approved: false,
  clauses: {
    checkIn: {
      heading: 'Accettazione e custodia',
      text: 'L’officina riceve il veicolo nello stato descritto e lo custodisce fino alla riconsegna (artt. 1768 e 1770 c.c.). Danni già presenti e oggetti a bordo sono quelli annotati; il cliente ritira denaro e oggetti di valore, di cui l’officina non assume la custodia.',
    },
    checkInNext: {
      heading: 'Prossimi passi',
      text: 'Questo verbale non autorizza lavori. Dopo l’esame del veicolo l’officina propone l’ordine di lavoro con il preventivo; i lavori iniziano con la firma del cliente, o con l’autorizzazione data al recapito indicato.',
    },
    orderObject: {
      heading: 'Incarico',
      text: 'Il cliente incarica l’officina di eseguire i lavori elencati a regola d’arte (artt. 2222 e seguenti c.c.), con ricambi originali o di qualità equivalente. In caso di sola diagnosi l’officina esamina il veicolo, ne comunica l’esito e non ripara senza una nuova autorizzazione.',
    },
    orderEstimate: {
      heading: 'Preventivo e importo massimo',
      text: 'Il preventivo è calcolato sui lavori richiesti. Il corrispettivo finale non supera l’importo massimo autorizzato, IVA inclusa. Se nel corso dei lavori risultano necessari altri interventi, l’officina li descrive con il loro prezzo e li esegue soltanto dopo l’autorizzazione del cliente, di cui annota contenuto, data, ora e mezzo.',
    },
    orderTest: {
      heading: 'Prova su strada',
      text: 'Se autorizzata, l’officina prova il veicolo su strada per il tempo e i chilometri necessari a diagnosi e collaudo, con proprio personale munito di patente. Il veicolo deve essere assicurato e in regola con la revisione.',
    },
    orderParts: {
      heading: 'Ricambi sostituiti',
      text: 'I ricambi sostituiti sono tenuti a disposizione e consegnati al cliente se lo ha chiesto in questo ordine; altrimenti l’officina li smaltisce a norma di legge. Quelli sostituiti in garanzia o soggetti a reso restano al costruttore.',
    },
    orderCollection: {
      heading: 'Ritiro e sosta',
      text: 'La data di consegna è indicativa se il preventivo dipende da ricambi da ordinare; l’officina avvisa dei ritardi. Il cliente ritira il veicolo entro cinque giorni dall’avviso di fine lavori; in seguito è dovuta la sosta indicata per ogni giorno, fatta salva la custodia del veicolo.',
    },
    orderPayment: {
      heading: 'Pagamento e ritenzione',
      text: 'Il corrispettivo è pagato al ritiro, salvo diverso accordo scritto. Fino al pagamento l’officina può trattenere il veicolo (art. 2756 c.c.). Il cliente può opporsi a voci non autorizzate.',
    },
    orderWarranty: {
      heading: 'Garanzia sui lavori',
      text: 'Al consumatore spettano i rimedi di legge per difetti dei ricambi e della loro installazione (artt. 128 e seguenti del Codice del consumo); negli altri casi difformità e vizi sono denunciati entro otto giorni dalla scoperta (art. 2226 c.c.). La garanzia del costruttore sui ricambi non la limita.',
    },
    orderLiability: {
      heading: 'Oggetti a bordo',
      text: 'L’officina risponde del veicolo e di quanto ne fa parte. Non risponde di denaro, documenti e oggetti lasciati a bordo e non annotati nel verbale di accettazione, salvo dolo o colpa grave.',
    },
    release: {
      heading: 'Riconsegna',
      text: 'Il cliente ritira il veicolo con chiavi e documenti, dichiara di averlo esaminato e di non rilevare danni visibili diversi da quelli annotati all’accettazione. I lavori e i ricambi elencati gli sono stati illustrati.',
    },
    releaseClaims: {
      heading: 'Difetti non visibili',
      text: 'Il ritiro non costituisce rinuncia a far valere difetti dei lavori non visibili alla riconsegna, da denunciare nei termini di legge. Gli interventi consigliati restano a carico del cliente: rimandarli può pregiudicare la sicurezza.',
    },
    privacy: {
      heading: 'Dati personali',
      text: 'L’officina, titolare del trattamento, usa i dati di questo documento per eseguire l’incarico e adempiere obblighi di legge, e li conserva per il tempo necessario. L’informativa completa è consegnata a parte ed è disponibile in sede.',
    },
    forum: {
      heading: 'Legge applicabile e foro',
      text: 'L’accordo è regolato dalla legge italiana. Per il consumatore è competente il giudice del luogo di residenza o domicilio; negli altri casi, in via esclusiva, il foro della sede dell’officina.',
    },
  },
};
