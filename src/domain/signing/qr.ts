/** The code that a customer scans at the desk: what the phone that used it is told (P-7, D-47). Pure. */
import { z } from 'zod';

export const QR_STATES = ['WAITING', 'PREPARING', 'OPEN'] as const;

/** Made by the phone, 256 bits as base64url: whoever has it is the phone that used the code, also when an answer was lost. */
export const phoneKeySchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { message: 'type' });
