/** Imported first by every page that uses schemas: they must not try to compile code, which the page's policy refuses and logs. */
import { config } from 'zod';

config({ jitless: true });
