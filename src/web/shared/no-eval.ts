/** Imported first by every entry: schemas must not try to compile code, which the page's policy refuses and logs. */
import { config } from 'zod';

config({ jitless: true });
