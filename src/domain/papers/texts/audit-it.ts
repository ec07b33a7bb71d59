/** Clauses of the folder's signature trail in Italian: drafts of the product, marked as such when printed until counsel approves them. */
import type { ClauseTexts } from './clause-texts.ts';

export const AUDIT_TEXTS_IT: ClauseTexts = {
  version: 'bozza 1',
  approved: false,
  clauses: {
    auditNature: {
      heading: 'Che cosa riporta',
      text: 'Gli eventi sono copiati dal registro del portale alla data indicata in testa: nessuno li scrive né li corregge. Ogni evento è concatenato al precedente dalla sua impronta; l’impronta dell’ultimo comprende tutti quelli prima.',
    },
    auditProof: {
      heading: 'Come si verifica',
      text: 'Questo documento riassume e non sostituisce il tracciato sigillato che accompagna ogni documento firmato. Chi vuole verificare confronta le impronte qui riportate con quelle dei file e del tracciato sigillato.',
    },
    privacy: {
      heading: 'Dati personali',
      text: 'La concessionaria, titolare del trattamento, usa questi dati per provare le firme raccolte e li conserva per il tempo richiesto dalla legge. L’informativa completa è consegnata a parte ed è disponibile in sede.',
    },
  },
};
