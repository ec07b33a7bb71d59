/** Why a connection failed, from the code of the error of Node or OpenSSL. */

/** `name`: not resolved; `certificateName`: the certificate is for another one; `authority`: it is not trusted here. */
export type ConnectionFault = 'name' | 'refused' | 'late' | 'expired' | 'certificateName' | 'authority';

const FAULTS: Readonly<Record<ConnectionFault, readonly string[]>> = {
  name: ['ENOTFOUND', 'EAI_AGAIN'],
  refused: ['ECONNREFUSED'],
  late: ['ETIMEDOUT'],
  expired: ['CERT_HAS_EXPIRED'],
  certificateName: ['ERR_TLS_CERT_ALTNAME_INVALID'],
  authority: [
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_GET_ISSUER_CERT'],
  ],
};
const FAULT_OF = new Map(
  Object.entries(FAULTS).flatMap(([fault, codes]) => codes.map((code) => [code, fault as ConnectionFault])),
);

/** @returns null for another error. */
export const connectionFault = (code: string): ConnectionFault | null => FAULT_OF.get(code) ?? null;
