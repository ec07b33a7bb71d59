/** The demo's tools service passes the suite common to all dealer directories. */
import { dealerDirectorySuite } from '#ports/dealer-directory.suite.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { openBuiltInDealers } from './built-in.ts';

dealerDirectorySuite('built in', DEALER_DIRECTORY, async () => openBuiltInDealers(DEALER_DIRECTORY));
