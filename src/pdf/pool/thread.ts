/** The pool's thread for PDFs. */
import { enableNativeHashing, enableNativeVerification } from '../signing/native-crypto.ts';
import { serve } from './serve.ts';
import { WORK } from './work.ts';

// This thread exists for computing: it computes synchronously, without copies and without another thread.
enableNativeHashing();
enableNativeVerification();
serve(WORK);
