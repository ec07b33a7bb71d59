/**
 * Public interface of adherences: documents looks up who has adhered; signing activates a signed module and records the
 * signatures that rest on it.
 */
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
