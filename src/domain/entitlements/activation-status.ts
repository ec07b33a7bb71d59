/** States of a device's activation. Without schemas, because lists show them. */
export const ACTIVATION_STATUSES = ['ACTIVATED', 'DRAFT', 'EXPIRED', 'DELETED'] as const;
