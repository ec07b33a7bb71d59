/**
 * Disables code compilation in the schema library, which the content policy refuses and logs; imported first by every
 * page that uses schemas.
 */
import { config } from 'zod';

config({ jitless: true });
