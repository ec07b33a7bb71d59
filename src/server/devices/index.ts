/** The door of devices: how the staff pair a tablet with an activation, and how a tablet is recognised (P-13, D-35). */
export { admitDevice, disableDevice, endDevice, openPairing, readDevice, refuseRequest } from './pairing.ts';
export { deviceGate, hasDeviceFor } from './proofs.ts';
export type { DeviceRow, PairingRow } from './queries.ts';
