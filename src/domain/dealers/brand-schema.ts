/** Validates a brand received from outside. */
import { z } from 'zod';
import { BRANDS } from './brands.ts';

export const brandSchema = z.enum(BRANDS);
