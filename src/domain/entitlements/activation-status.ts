/** States of a device's activation. Without schemas: lists show them. */
export const ACTIVATION_STATUSES = ['ACTIVATED', 'DRAFT', 'EXPIRED', 'DELETED'] as const;
