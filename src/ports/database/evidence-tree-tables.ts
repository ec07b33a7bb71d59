/** Row types of the Merkle tree over all evidence (db/tables/19-evidence-tree.sql). */
import type { Generated, GeneratedAlways } from 'kysely';

export interface EvidenceTreeTables {
  evidence_pending: { id: GeneratedAlways<number>; subject: string; seq: number };
  evidence_tree: { only_row: Generated<boolean>; size: number };
  evidence_leaf: { position: number; subject: string; seq: number; hash: string };
  evidence_node: { level: number; position: number; hash: string };
  evidence_head: { size: number; statement: string; signature: string; stamp: string; created_date: Date };
}
