/** The pool's thread for PDFs. */
import { enableNativeHashing, enableNativeVerification } from '../signing/native-crypto.ts';
import { WORK } from './pdf-operations.ts';
import { serve } from './thread-loop.ts';

// This thread exists for computing: it computes synchronously, without copies and without another thread.
enableNativeHashing();
enableNativeVerification();
serve(WORK);
