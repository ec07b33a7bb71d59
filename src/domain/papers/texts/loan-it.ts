/** Clauses of loans, rentals and test drives in Italian: drafts of the product, marked as such when printed until counsel approves them. */
import type { ClauseTexts } from './clause-texts.ts';

export const LOAN_TEXTS_IT: ClauseTexts = {
  version: 'bozza 1',
  approved: false,
  clauses: {
    objectCourtesy: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante consegna gratuitamente al comodatario, che accetta, il veicolo sopra descritto, affinché se ne serva per la propria mobilità mentre il suo veicolo è in riparazione o manutenzione (artt. 1803 e seguenti c.c.). Il comodato cessa con la riconsegna del veicolo del comodatario.',
    },
    objectExtendedMobility: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante consegna gratuitamente al comodatario il veicolo sopra descritto nell’ambito del programma Extended Mobility, alle condizioni e per il periodo che il programma riconosce al veicolo del comodatario (artt. 1803 e seguenti c.c.).',
    },
    objectMobileCare: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante consegna gratuitamente al comodatario il veicolo sopra descritto nell’ambito del programma Mobile Care, alle condizioni e per il periodo che il programma riconosce al veicolo del comodatario (artt. 1803 e seguenti c.c.).',
    },
    objectReplacement: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante consegna gratuitamente al comodatario il veicolo sopra descritto in sostituzione temporanea di quello indicato come veicolo del cliente (artt. 1803 e seguenti c.c.). Il comodato cessa quando il veicolo sostituito torna disponibile.',
    },
    objectLeasecar: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante consegna gratuitamente al comodatario il veicolo sopra descritto in attesa della consegna del veicolo oggetto del contratto di leasing o di noleggio indicato (artt. 1803 e seguenti c.c.). Il comodato cessa con la consegna di quel veicolo.',
    },
    objectWork: {
      heading: 'Oggetto e scopo',
      text: 'La concessionaria affida all’affidatario il veicolo sopra descritto per un uso temporaneo di lavoro, nei limiti dell’incarico indicato. L’uso personale è escluso, salvo accordo scritto.',
    },
    objectWedding: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante consegna gratuitamente al comodatario il veicolo sopra descritto per la sola cerimonia indicata e per i trasferimenti a essa connessi (artt. 1803 e seguenti c.c.). L’allestimento del veicolo non deve lasciare segni né coprire targhe, luci e vetri.',
    },
    objectUnavailability: {
      heading: 'Oggetto e scopo',
      text: 'Poiché il veicolo del comodatario non è utilizzabile, il comodante gli consegna gratuitamente il veicolo sopra descritto fino a quando il primo torna disponibile (artt. 1803 e seguenti c.c.). La consegna non costituisce riconoscimento di responsabilità per il fermo.',
    },
    objectOther: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante consegna gratuitamente al comodatario, che accetta, il veicolo sopra descritto per il motivo e per il periodo indicati (artt. 1803 e seguenti c.c.).',
    },
    objectArticle94: {
      heading: 'Oggetto e scopo',
      text: 'Il comodante concede al comodatario, per un periodo superiore a trenta giorni, l’uso gratuito ed esclusivo del veicolo sopra descritto (artt. 1803 e seguenti c.c.), perché ne sia annotata la disponibilità ai sensi dell’art. 94, comma 4-bis, del Codice della Strada.',
    },
    objectTest: {
      heading: 'Oggetto e scopo',
      text: 'La concessionaria affida al cliente, a titolo gratuito, il veicolo sopra descritto per una prova dimostrativa su strada, nel tempo e sul percorso concordati. La prova non obbliga all’acquisto.',
    },
    objectRental: {
      heading: 'Oggetto e scopo',
      text: 'Il locatore concede in locazione al locatario il veicolo sopra descritto, senza conducente (art. 84 del Codice della Strada), per il periodo e al corrispettivo indicati.',
    },
    use: {
      heading: 'Uso del veicolo',
      text: 'Chi riceve il veicolo lo custodisce e lo conserva con la diligenza del buon padre di famiglia e se ne serve soltanto per l’uso pattuito. Non può cederlo o prestarlo ad altri, condurlo fuori dal territorio italiano senza consenso scritto, usarlo per gare, prove di velocità, traino o trasporto a pagamento, né guidare in condizioni psicofisiche alterate.',
    },
    drivers: {
      heading: 'Conducenti',
      text: 'Il veicolo può essere guidato soltanto dai conducenti indicati, titolari di patente valida per la categoria del veicolo e per tutta la durata dell’affidamento. Chi riceve il veicolo risponde del fatto di chiunque lo guidi con il suo consenso.',
    },
    driversJoint: {
      heading: 'Conducenti',
      text: 'Il veicolo può essere guidato soltanto dai conducenti indicati, titolari di patente valida per la categoria del veicolo e per tutta la durata dell’affidamento. Tutti i conducenti firmano questo documento e rispondono in solido degli obblighi che ne derivano.',
    },
    costs: {
      heading: 'Carburante, ricarica e spese d’uso',
      text: 'Carburante, energia, pedaggi, parcheggi e ogni altra spesa per servirsi del veicolo sono a carico di chi lo riceve (art. 1808 c.c.). Il veicolo è restituito con lo stesso livello di carburante o di carica annotato alla consegna; la differenza è addebitata al costo.',
    },
    costsRental: {
      heading: 'Carburante, ricarica e spese d’uso',
      text: 'Carburante, energia, pedaggi e parcheggi sono a carico del locatario. Il veicolo è restituito con lo stesso livello di carburante o di carica annotato alla consegna; la differenza è addebitata al costo.',
    },
    fines: {
      heading: 'Sanzioni e comunicazione dei dati',
      text: 'Le sanzioni amministrative e i pedaggi non pagati relativi al periodo di affidamento sono a carico di chi ha in uso il veicolo. La concessionaria comunica all’autorità che ne fa richiesta i dati di chi guidava e di chi ha firmato questo documento.',
    },
    insurance: {
      heading: 'Assicurazione e franchigia',
      text: 'Il veicolo è assicurato per la responsabilità civile verso terzi con {insurer}, polizza {policy}. Per ogni sinistro con colpa, anche concorrente, resta a carico di chi ha in uso il veicolo una franchigia di {deductible}. Danni, furto e incendio sono coperti nei limiti della polizza, che la concessionaria mette a disposizione.',
    },
    accident: {
      heading: 'Sinistri, guasti e furto',
      text: 'In caso di sinistro chi guida compila la constatazione amichevole, raccoglie i dati di terzi e testimoni e avvisa la concessionaria entro ventiquattro ore. In caso di furto o di atto vandalico presenta subito denuncia all’autorità e ne consegna copia con le chiavi. Riparazioni non autorizzate non sono rimborsate.',
    },
    liability: {
      heading: 'Responsabilità',
      text: 'Chi riceve il veicolo risponde della perdita e dei danni dovuti a colpa propria o dei conducenti, nonché all’uso diverso da quello pattuito o protratto oltre il termine (artt. 1804 e 1805 c.c.). Non risponde del deterioramento che deriva dal solo uso pattuito.',
    },
    liabilityRental: {
      heading: 'Responsabilità',
      text: 'Il locatario risponde della perdita e del deterioramento del veicolo avvenuti nel corso della locazione, se non prova che derivano da causa a lui non imputabile (art. 1588 c.c.). Non risponde della normale usura.',
    },
    returning: {
      heading: 'Restituzione',
      text: 'Il veicolo è restituito alla sede indicata in intestazione entro la data e l’ora previste, nello stato in cui è stato consegnato, con documenti, chiavi e dotazioni. Se sopravviene un bisogno urgente e imprevisto, la concessionaria può chiederne la restituzione immediata (art. 1809 c.c.).',
    },
    returningRental: {
      heading: 'Riconsegna e ritardo',
      text: 'Il veicolo è riconsegnato alla sede indicata in intestazione entro la data e l’ora previste, nello stato in cui è stato consegnato, con documenti, chiavi e dotazioni. Per ogni giorno di ritardo è dovuta la tariffa giornaliera, salvo il maggior danno.',
    },
    rent: {
      heading: 'Corrispettivo e chilometri',
      text: 'Il corrispettivo è quello del prospetto «Corrispettivo», IVA inclusa, ed è pagato alla firma salvo diverso accordo. I chilometri oltre quelli inclusi sono addebitati al prezzo indicato, sulla base del contachilometri alla riconsegna.',
    },
    deposit: {
      heading: 'Deposito cauzionale',
      text: 'Il deposito garantisce gli obblighi del locatario, non matura interessi ed è restituito entro quattordici giorni dalla riconsegna, dedotto quanto dovuto per corrispettivi, danni nei limiti della franchigia, carburante e sanzioni documentate.',
    },
    cargos: {
      heading: 'Comunicazione di pubblica sicurezza',
      text: 'Il locatore comunica i dati identificativi del locatario e del contratto alla piattaforma Ca.R.G.O.S. prima della consegna del veicolo (art. 17 D.L. 113/2018). Il locatario esibisce un documento d’identità valido.',
    },
    article94: {
      heading: 'Annotazione alla Motorizzazione',
      text: 'Se il veicolo resta a disposizione della stessa persona per più di trenta giorni, la disponibilità è comunicata entro trenta giorni alla Motorizzazione per l’annotazione prevista dall’art. 94, comma 4-bis, del Codice della Strada. Chi riceve il veicolo fornisce i dati e le firme necessari e conserva a bordo la documentazione.',
    },
    testAccompanied: {
      heading: 'Svolgimento della prova',
      text: 'La prova si svolge sul percorso concordato, nel rispetto del Codice della Strada e delle indicazioni dell’accompagnatore. Con targa prova il titolare dell’autorizzazione o un suo delegato è sempre a bordo (art. 98 del Codice della Strada).',
    },
    workUse: {
      heading: 'Incarico e registrazione dei viaggi',
      text: 'Chi guida annota le percorrenze quando richiesto, trasporta solo persone e cose attinenti all’incarico e lascia il veicolo, a fine servizio, nel luogo concordato.',
    },
    privacy: {
      heading: 'Dati personali',
      text: 'La concessionaria, titolare del trattamento, usa i dati di questo documento per eseguire l’accordo e adempiere obblighi di legge, e li conserva per il tempo necessario. L’informativa completa è consegnata a parte ed è disponibile in sede.',
    },
    forum: {
      heading: 'Legge applicabile e foro',
      text: 'L’accordo è regolato dalla legge italiana. Per il consumatore è competente il giudice del luogo di residenza o domicilio; negli altri casi, in via esclusiva, il foro della sede del titolare in intestazione.',
    },
    handoverState: {
      heading: 'Stato del veicolo',
      text: 'Il cliente dichiara di aver ricevuto il veicolo sopra descritto, di averlo esaminato alla presenza del personale e di averlo trovato conforme all’ordine e privo di difetti visibili, salvo quanto annotato.',
    },
    handoverDocuments: {
      heading: 'Documenti e dotazioni',
      text: 'Il cliente dichiara di aver ricevuto i documenti, le chiavi e le dotazioni contrassegnati e di aver avuto le spiegazioni necessarie a usare il veicolo in sicurezza.',
    },
    handoverWarranty: {
      heading: 'Garanzie',
      text: 'Questo verbale non limita la garanzia legale di conformità né la garanzia convenzionale del costruttore. Difetti non visibili alla consegna possono essere denunciati nei termini di legge.',
    },
    handoverRisk: {
      heading: 'Passaggio del rischio',
      text: 'Dalla data e dall’ora indicate il veicolo è in custodia del cliente, che risponde della circolazione, dell’assicurazione e della tassa automobilistica.',
    },
  },
};
