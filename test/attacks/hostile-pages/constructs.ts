/** Collects all hostile pages. */
import { colourSpaces } from './colour-spaces.ts';
import type { Construct } from './construct.ts';
import { contentStreams } from './content-streams.ts';
import { fileStructure } from './file-structure.ts';
import { fonts } from './fonts.ts';
import { painting } from './painting.ts';

export const constructs = (): Construct[] => [
  ...contentStreams(),
  ...colourSpaces(),
  ...painting(),
  ...fonts(),
  ...fileStructure(),
];
