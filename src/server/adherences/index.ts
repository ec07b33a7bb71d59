/**
 * Public interface of adherences: documents looks up who has adhered; signing activates a signed module and records the
 * signatures that rest on it.
 */
export {
  activateAdherence,
  dropRequests,
  type FeaModuleRow,
  findEvidenceHold,
  recordUses,
  requestAdherence,
  restsOnAdherence,
} from './fea-modules.ts';
export { type AdherenceRow, listActiveAdherences, listEvidence, type Party } from './queries.ts';
