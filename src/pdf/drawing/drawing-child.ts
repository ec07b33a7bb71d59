/** The process in which pages are drawn and compared; it may crash, hang or be killed without harm to others. */
import '../processes/no-network.ts';
import { serve } from '../processes/child.ts';
import { checkPages } from './check.ts';

serve(checkPages);
