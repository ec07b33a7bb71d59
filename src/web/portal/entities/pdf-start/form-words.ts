/** Words of form headings and labels, which begin with a capital as names do. Pure. */

const WORDS = `
  abitante accessori acconto acquirente acquisto addì agenzia alimentazione allegati allegato anagrafica anagrafici
  anagrafiche approvazione articoli articolo assicurazione autovettura azienda banca bonifico brand caparra
  carrozzeria cellulare città cittadinanza clausola clausole cliente clienti codice cognome colore compravendita comune
  concessionaria concessionario condizioni condizione conducente conferma consenso consensi consegna consumatore contatti
  contraente contratto contratti copia customer data dati dealer delega denominazione descrizione destinatario
  dichiarazione dichiarazioni ditta documenti documento domicilio email fattura finanziamento finanziaria firma firme
  fiscale fisica fornitura garanzia garanzie gdpr generali giuridica identificativi identificazione identità immatricolazione
  importo impresa indirizzo informativa informazioni intestataria intestatario iva leggibile locazione luogo mandato mail
  marketing modalità modello modulo motociclo nascita nata nato nome noleggio norme note nuova nuovo numero oggetto omologazione
  opzioni optional ordine originale pagamenti pagamento pagina partita particolari patente persona personali pec polizza
  precontrattuale premessa premesso preventivo prezzo privacy privati privato pratica professione proponente proposta
  protezione provincia ragione recapiti recesso regolamento residente residenza riepilogo riservato ritiro saldo scadenza
  scheda sede sesso sezione servizi servizio sociale società sottoscritta sottoscritto sottoscrizione specifica spett
  spettabile stato tagliando targa telaio telefono termini terms timbro titolare totale trattamento usata usato validità
  veicoli veicolo vendita venditore venditrice verbale versamento vettura
  cell tel cap cf fax prov via viale piazza piazzale corso largo
`
  .trim()
  .split(/\s+/);

/** The words in lower case, capitalized and in capitals, as alternatives of a pattern. */
export const written = (words: readonly string[]): string =>
  words
    .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])
    .map((word) => word.replaceAll('.', '\\.'))
    .join('|');

/** Abstract nouns: "Autorizzazione", "Adempimenti". Names rarely end like this, and those that do are found by their codice fiscale. */
const ABSTRACT = '[\\p{L}]{4,}(?:zione|zioni|ZIONE|ZIONI|mento|menti|MENTO|MENTI)';

/** Put before a word of a name, in a pattern with the `u` flag: excludes words of a form. */
export const NO_FORM_WORD = `(?!(?:${written(WORDS)}|${ABSTRACT})(?![\\p{L}]))`;
