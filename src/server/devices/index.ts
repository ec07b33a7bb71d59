/** Public interface of the devices module: pairing a tablet with an activation, and recognising a tablet's calls. */

export { deviceGate, hasDeviceFor } from './call-proofs.ts';
export { admitDevice, endDevice, openPairing, readDevice, refuseRequest, setDeviceDisabled } from './pairing.ts';
export type { DeviceRow, PairingRow } from './queries.ts';
