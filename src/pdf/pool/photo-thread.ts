/** A thread of the pool that reads photos: without the libraries for PDFs it starts sooner and needs a fifth of the memory. */
import { cleanPhoto } from '../photo/clean.ts';
import { serve } from './serve.ts';

serve({ photo: ({ bytes }) => cleanPhoto(bytes) });
