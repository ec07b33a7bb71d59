/** The door of adherences: documents asks who has adhered, signing puts a signed module in force and notes what rests on it. */
export {
  activateAdherence,
  dropRequests,
  holdEvidence,
  type ModuleOf,
  noteUses,
  requestAdherence,
  restsOnAdherence,
} from './modules.ts';
export { type AdherenceRow, listEvidence, listStanding, type Party } from './queries.ts';
