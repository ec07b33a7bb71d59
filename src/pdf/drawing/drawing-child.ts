/** Runs the process that draws and compares pages; it may crash, hang or be killed without affecting others. */
import '../processes/no-network.ts';
import { serve } from '../processes/child-loop.ts';
import { refuseThreads } from '../processes/no-threads.ts';
import { checkPages } from './check-pages.ts';

// The pdf.js thread has already been started.
refuseThreads();
serve(checkPages);
