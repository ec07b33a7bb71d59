import { describe, expect, it } from 'vitest';
import { rowsJson } from './rows-json.ts';

describe('rows with members in common', () => {
  const folder = { id: 7, plate: 'AB123CD', notes: 'così "detto"' };
  const dossier = { id: 3, lastName: 'Rossi' };

  it('are the text that JSON has for them', () => {
    const rows = [
      { id: 1, metadata: { dealer: null }, folderDTO: folder, dossierDTO: dossier },
      { id: 2, byHand: undefined, folderDTO: folder, dossierDTO: dossier },
      { id: 4, folderDTO: { id: 8 }, dossierDTO: { ...dossier } },
    ];
    expect(rowsJson(rows)).toBe(JSON.stringify(rows));
  });

  it('are written without what they lack', () => {
    for (const rows of [[], [{ id: 1 }], [{ id: 1, folderDTO: folder }], [{ id: 1, dossierDTO: null }]]) {
      expect(rowsJson(rows)).toBe(JSON.stringify(rows));
    }
  });
});
