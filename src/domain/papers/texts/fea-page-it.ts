/**
 * Clauses of the public page on the advanced electronic signature in Italian: a draft of the product, marked as such
 * until counsel approves it (art. 56 and 57).
 */
import type { ClauseTexts } from './clause-texts.ts';

/** Clauses shared with the module are only there: process, limits, effects, copies, revocation, insurance, assistance. */
export const FEA_PAGE_TEXTS_IT: ClauseTexts = {
  version: 'bozza 1',
  approved: false,
  clauses: {
    service: {
      heading: 'Che cos’è il servizio',
      text: '{company} (l’erogatore) usa una soluzione di firma elettronica avanzata (FEA) nei rapporti con i propri clienti (art. 55, comma 2, lettera a, del DPCM 22 febbraio 2013): si firmano così, invece che su carta, proposte, contratti, ordini di lavoro, verbali e moduli. La soluzione è realizzata da {provider}. Aderire è facoltativo. Chi aderisce firma una volta sola il modulo di adesione; senza un’adesione attiva il sistema non avvia la firma.',
    },
    technologies: {
      heading: 'Tecnologie usate',
      text: 'I documenti sono file PDF. A ogni punto di firma corrisponde una firma elettronica in formato PAdES, con algoritmo ECDSA su curva P-256 e impronta SHA-256: chiave e certificato sono creati per quel solo atto, il certificato porta il nome di chi firma e la chiave è distrutta subito dopo. Ogni firma riceve una marca temporale (RFC 3161). Dopo l’ultima firma il file è chiuso da un sigillo elettronico con marca temporale e contiene i certificati e le liste di revoca che servono a verificarlo negli anni; una marca temporale d’archivio ne prolunga poi la verificabilità.\nIl codice monouso ha 6 cifre, è inviato per SMS e vale 5 minuti, per una sola firma. Il sistema non lo conserva.',
    },
    handwriting: {
      heading: 'Firma grafometrica',
      text: 'Dove l’erogatore ha tablet abilitati si può firmare anche a mano. Il tablet rileva posizione, pressione e tempi del tratto e, prima di inviarli, li cifra (AES-256-GCM, con chiave RSA di almeno 3072 bit) per un custode che tiene la chiave fuori dal sistema: né il tablet né il server possono rileggerli. Servono soltanto a provare la firma in caso di contestazione, non a riconoscere le persone. Occorre il consenso al trattamento dei dati biometrici; chi non lo dà firma con il codice, dalla stessa pagina.',
    },
    evidence: {
      heading: 'Prove e conservazione',
      text: 'Ogni passaggio della firma è scritto in un tracciato, con data, ora e impronta del documento. Gli eventi sono concatenati con impronte crittografiche, così che aggiunte, modifiche e cancellazioni si riconoscono. Il modulo di adesione, la copia del documento d’identità acquisita, i documenti firmati e i loro tracciati si conservano per almeno venti anni dall’ultima firma; fino ad allora il sistema non li lascia eliminare.',
    },
    identified: {
      heading: 'Identificazione di chi firma',
      text: 'Prima dell’adesione il personale dell’erogatore identifica chi firma con un documento d’identità valido e ne registra tipo, numero, ente e date di rilascio e di scadenza, insieme a codice fiscale e cellulare; un documento scaduto non è accettato. L’adesione è della persona, riconosciuta dal codice fiscale, e senza adesione attiva la firma non si avvia.',
    },
    unique: {
      heading: 'Connessione univoca della firma a chi firma',
      text: 'Ogni punto di firma ha una chiave e un certificato propri, emessi per quell’atto a nome di chi firma e mai riutilizzati. A dare la firma è il codice monouso inviato al cellulare di chi firma oppure, sul tablet, la sua firma autografa.',
    },
    control: {
      heading: 'Controllo esclusivo di chi firma',
      text: 'Il collegamento per firmare è personale e, dal primo passo, vale soltanto sul dispositivo che l’ha aperto. Il personale dell’erogatore non vede il codice e non può inserirlo nel portale; il codice non sta in archivi né in registri. Dopo 3 tentativi sbagliati un codice non vale più, dopo 5 la firma si blocca. La chiave di firma esiste soltanto durante l’atto. I dati biometrici della firma grafometrica sono cifrati già sul tablet e l’erogatore non ha la chiave per leggerli.',
    },
    unchanged: {
      heading: 'Verifica che il documento non sia cambiato',
      text: 'Ogni firma copre il documento per intero, com’è in quel momento; il sigillo finale copre anche le firme. Qualsiasi modifica successiva, anche di un solo byte, si rileva. Chiunque può controllarlo gratuitamente alla pagina di verifica di questo sito, senza che il file lasci il proprio dispositivo, oppure con un programma che verifica le firme PAdES.',
    },
    copy: {
      heading: 'Prova di quanto è stato firmato',
      text: 'Il documento si legge prima di firmarlo: la firma si abilita soltanto dopo che il sistema lo ha mostrato per intero. Terminata la firma, dalla stessa pagina si scarica il documento firmato, per 30 giorni. In seguito l’erogatore ne dà copia gratuitamente a chi la chiede, insieme al tracciato della firma.',
    },
    issuer: {
      heading: 'Individuazione dell’erogatore',
      text: 'L’erogatore è {company}, partita IVA {vatNumber}. È indicato nel modulo di adesione e in questa pagina; ogni pagina di firma dice chi chiede di firmare.',
    },
    static: {
      heading: 'Assenza di elementi che possano modificare il contenuto',
      text: 'Prima di poter essere firmato ogni PDF è controllato: si rifiutano i file cifrati e quelli con script, azioni automatiche, moduli XFA, contenuti multimediali, contenuti presi da altri file o livelli che cambiano ciò che si vede. I campi compilabili diventano testo fisso. Avviata la firma, il file non si può più sostituire.',
    },
    bound: {
      heading: 'Connessione univoca della firma al documento',
      text: 'La firma è calcolata sull’impronta SHA-256 del documento mostrato a chi firma e sta dentro il file. Anche il codice monouso vale soltanto per quell’impronta, per quel cellulare e per quei punti di firma: se uno di loro cambia, il codice non vale più. I dati della firma grafometrica portano al loro interno, cifrata, l’impronta dello stesso documento: spostati in un altro, si riconoscono.',
    },
    copySteps: {
      heading: 'Che cosa si riceve e come si chiede',
      text: 'La richiesta si fa in una sede dell’erogatore o ai recapiti di assistenza ({assistance}); chi la fa è identificato. Si ricevono gratuitamente, in un solo file ZIP: il modulo di adesione firmato, la copia del documento d’identità se acquisita, i documenti firmati con i loro tracciati, l’eventuale richiesta di revoca e un elenco di impronte SHA-256 con cui controllare che nulla manchi o sia cambiato.',
    },
    revocationSteps: {
      heading: 'Come si chiede la revoca',
      text: 'La revoca si chiede di persona, per e-mail, per telefono o per posta, a una sede dell’erogatore o ai recapiti di assistenza ({assistance}), indicando nome, cognome e codice fiscale. L’erogatore la registra con il giorno e il modo della richiesta. Da quel momento le firme FEA in attesa sono annullate; per firmare di nuovo con FEA serve una nuova adesione.',
    },
  },
};
