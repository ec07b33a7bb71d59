/** The demo's history: which user added which documents for which customer, oldest first. */
import type { Brand } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { CustomerName } from './customers.ts';

export interface CaseDocument {
  type: string;
  signable: boolean;
  draft?: true;
  daysAgo: number;
  /** Signed in handwriting on a tablet. */
  byHand?: true;
  /** The state to which signing takes it; EXPIRED: not signed while its link was open. */
  until?: 'START_SIGN' | 'CUSTOMER_SIGNED' | 'SIGNED' | 'EXPIRED';
  /** The state of the FEA module that it waits for: created, or also signed. */
  module?: 'READY_TO_SIGN' | 'SIGNED';
}

export interface Case {
  customer: CustomerName;
  /** Login of the persona that created it. */
  by: string;
  brand: Brand;
  type: FolderType;
  businessId: string | null;
  plate: string | null;
  vin: string | null;
  notes?: string;
  documents: readonly CaseDocument[];
}

type Vehicle = Pick<Case, 'businessId' | 'plate' | 'vin'>;
const noVehicle: Vehicle = { businessId: null, plate: null, vin: null };
const deal = (businessId: string, plate: string | null = null, vin: string | null = null): Vehicle => ({
  businessId,
  plate,
  vin,
});

const ready = (type: string, daysAgo: number): CaseDocument => ({ type, signable: true, daysAgo });
const draft = (type: string, daysAgo: number): CaseDocument => ({ type, signable: true, draft: true, daysAgo });
const kept = (type: string, daysAgo: number): CaseDocument => ({ type, signable: false, daysAgo });
const byHand = (type: string, daysAgo: number): CaseDocument => ({ ...ready(type, daysAgo), byHand: true });
const towards = (until: NonNullable<CaseDocument['until']>, type: string, daysAgo: number): CaseDocument => ({
  type,
  signable: true,
  daysAgo,
  until,
});

export const CASES: readonly Case[] = [
  {
    customer: 'studio',
    by: 'admin',
    brand: 'bmw',
    type: 'SALE_USED',
    ...deal('U-5-0031', 'GX204KT', 'WBA31AA0500000031'),
    documents: [kept('SALE_USED_RFO', 21), ready('SALE_USED_PROPOSAL', 20)],
  },
  {
    customer: 'agata',
    by: 'nsc',
    brand: 'bmw',
    type: 'SALE_NEW',
    ...deal('PV-3-0107'),
    documents: [{ ...byHand('SALE_NEW_RFO', 19), until: 'SIGNED' }, byHand('SALE_NEW_PROPOSAL', 18)],
  },
  {
    customer: 'flavia',
    by: 'nsc',
    brand: 'mini',
    type: 'PRIVACY',
    ...noVehicle,
    documents: [ready('PRIVACY_DEALER', 16)],
  },
  {
    customer: 'zeno',
    by: 'admin',
    brand: 'bmw',
    type: 'SERVICE',
    ...deal('ODL-11-0420', 'GH771RB'),
    documents: [draft('SERVICE_ODL', 15)],
  },
  {
    customer: 'zeno',
    by: 'admin',
    brand: 'bmw',
    type: 'SALE_NEW',
    ...deal('PV-11-0063'),
    documents: [{ ...ready('SALE_NEW_RFO', 14), module: 'SIGNED' }],
  },
  {
    customer: 'pietro',
    by: 'supervisor',
    brand: 'bmw',
    type: 'SERVICE',
    ...deal('ODL-2-0912', 'FW382LN', 'WBA8X0010K0000912'),
    documents: [kept('SERVICE_VAB', 14), ready('SERVICE_ODL', 14), ready('LOAN_COURTESY_VEHICLE', 13)],
  },
  {
    customer: 'ginevra',
    by: 'dealer',
    brand: 'bmw',
    type: 'PRIVACY',
    ...noVehicle,
    documents: [towards('SIGNED', 'PRIVACY_DEALER', 12)],
  },
  {
    customer: 'ginevra',
    by: 'sales',
    brand: 'bmw',
    type: 'SALE_NEW',
    ...deal('PV-1-0201', null, 'WBA53AP0X00000201'),
    documents: [
      kept('SALE_NEW_RFO', 12),
      kept('OTHER_IDENTITY', 11),
      towards('SIGNED', 'SALE_NEW_PROPOSAL', 11),
      ready('SALE_NEW_ACCEPTANCE', 3),
    ],
  },
  {
    customer: 'noleggi',
    by: 'dealer',
    brand: 'bmw',
    type: 'SALE_NEW',
    ...deal('PV-1-0214'),
    documents: [kept('SALE_NEW_RFO', 9), draft('SALE_NEW_PROPOSAL', 9)],
  },
  {
    customer: 'tommaso',
    by: 'sales',
    brand: 'mini',
    type: 'SALE_USED',
    ...deal('U-1-0077', 'GB905ZD', 'WMW11CA0900000077'),
    notes: 'Permuta da valutare alla consegna.',
    documents: [kept('SALE_USED_RFO', 8), towards('EXPIRED', 'SALE_USED_PROPOSAL', 8), draft('SALE_USED_CONTRACT', 7)],
  },
  {
    customer: 'falegnameria',
    by: 'service',
    brand: 'bmw',
    type: 'SERVICE',
    ...deal('ODL-1-1502', 'FZ118VC', 'WBA7U2100L0001502'),
    documents: [
      towards('CUSTOMER_SIGNED', 'SERVICE_VAB', 6),
      towards('START_SIGN', 'SERVICE_ODL', 6),
      draft('SERVICE_RICONSEGNA', 5),
    ],
  },
  {
    customer: 'riccardo',
    by: 'admin',
    brand: 'bmw',
    type: 'SALE_NEW',
    ...deal('PV-11-0071'),
    documents: [{ ...ready('SALE_NEW_RFO', 5), module: 'READY_TO_SIGN' }],
  },
  {
    customer: 'leonardo',
    by: 'dealer',
    brand: 'moto',
    type: 'SALE_NEW',
    ...deal('PV-1-0230'),
    documents: [ready('LOAN_TEST_PRODUCT', 4), ready('SALE_NEW_PROPOSAL', 2)],
  },
  {
    customer: 'noleggi',
    by: 'nsc',
    brand: 'mini',
    type: 'VEHICLE_EXIT_REQUEST',
    ...deal('US-1-0009', 'GC400WE'),
    notes: 'Uscita per esposizione, rientro in giornata.',
    documents: [ready('LOAN_TEMPORARY_WORK_USE', 2)],
  },
  {
    customer: 'olivia',
    by: 'backoffice',
    brand: 'mini',
    type: 'PRIVACY',
    ...noVehicle,
    documents: [ready('PRIVACY_NSC', 1), ready('PRIVACY_DEALER', 1)],
  },
  {
    customer: 'bianca',
    by: 'dms-incadea',
    brand: 'bmwi',
    type: 'SALE_NEW',
    ...deal('PV-1-0241'),
    documents: [draft('SALE_NEW_PROPOSAL', 1)],
  },
];
