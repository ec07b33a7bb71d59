/** A thread of the pool that works on PDFs. */
import { hashNatively, verifyNatively } from '../signing/native-crypto.ts';
import { serve } from './serve.ts';
import { WORK } from './work.ts';

// The thread is here to work: it computes as it goes, without copies and without handing over to yet another thread.
hashNatively();
verifyNatively();
serve(WORK);
