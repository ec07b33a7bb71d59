/** The pool's thread for photos: without the PDF libraries it starts sooner and needs a fifth of the memory. */
import { cleanPhoto } from '../photo/clean.ts';
import { serve } from './thread-loop.ts';

serve({ photo: ({ bytes }) => cleanPhoto(bytes) });
