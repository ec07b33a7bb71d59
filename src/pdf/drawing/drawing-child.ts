/** The process in which pages are drawn and compared; it may crash, hang or be killed without harm to others. */
import '../processes/no-network.ts';
import { serve } from '../processes/child.ts';
import { refuseThreads } from '../processes/no-threads.ts';
import { checkPages } from './check.ts';

// The thread of pdf.js has been started.
refuseThreads();
serve(checkPages);
