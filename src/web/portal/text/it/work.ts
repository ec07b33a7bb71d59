/** Italian: toasts while something is created, saved or deleted, per entity. */

/** `thing`: with its article after "di"; `named`: at the start of a sentence; `ending`: of the participle. */
const wording = (thing: string, named: string, ending: 'o' | 'a') => ({
  creating: `Creazione ${thing} in corso…`,
  created: `${named} creat${ending}`,
  createFailed: `${named} non creat${ending}`,
  updating: `Salvataggio ${thing} in corso…`,
  updated: `${named} salvat${ending}`,
  updateFailed: `${named} non salvat${ending}`,
  deleting: `Eliminazione ${thing} in corso…`,
  deleted: `${named} eliminat${ending}`,
  deleteFailed: `${named} non eliminat${ending}`,
});

export const work = {
  users: wording('dell’utente', 'Utente', 'o'),
  services: wording('del servizio', 'Servizio', 'o'),
  licenses: wording('della licenza', 'Licenza', 'a'),
  activations: wording('dell’attivazione', 'Attivazione', 'a'),
  customers: wording('del cliente', 'Cliente', 'o'),
  folders: wording('della cartella', 'Cartella', 'a'),
  videos: {
    ...wording('del video', 'Video', 'o'),
    ...{ creating: 'Aggiunta del video in corso…', created: 'Video aggiunto', createFailed: 'Video non aggiunto' },
  },
  papers: wording('della versione', 'Versione', 'a'),
  documents: wording('del documento', 'Documento', 'o'),
  feaModules: wording('del Modulo FEA', 'Modulo FEA', 'o'),
};
