/** Names of drivers' and borrowers' fields, separate from their labels: pages without labels do not load those. */
import type { DriverField } from './driver-labels.ts';

export const MAX_DRIVERS = 5;

/** `DRIVER_NAME` for the first driver, `DRIVER_2_NAME` for the second. */
export const driverFieldName = (driver: number, field: DriverField): string =>
  driver === 1 ? `DRIVER_${field}` : `DRIVER_${driver}_${field}`;
