/** A brand as it arrives from outside (specification §3). */
import { z } from 'zod';
import { BRANDS } from './brands.ts';

export const brandSchema = z.enum(BRANDS);
