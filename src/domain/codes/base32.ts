/** Crockford's base32 alphabet: without I, L, O and U, which are easily misread. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
