/** The process in which the text of pages is compared with their drawing; it may crash, hang or be killed without harm to others. */
import '../../processes/no-network.ts';
import { serve } from '../../processes/child.ts';
import { readPages } from './read.ts';

serve(readPages);
