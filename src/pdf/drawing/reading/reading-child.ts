/** Runs the process that compares the text of pages with their drawing; it may crash, hang or be killed without affecting others. */
import '../../processes/no-network.ts';
import { serve } from '../../processes/child-loop.ts';
import { readPages } from './read-pages.ts';

serve(readPages);
