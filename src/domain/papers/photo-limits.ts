/** Which photos may stand on a paper: known to the form before any template is (D §8.2, D-132). */

export const PHOTO_MIME_TYPES = ['image/jpeg', 'image/png'] as const;

/** 4 MiB: as many as a paper has room for stay under what a file may have (P-15). */
export const MAX_PHOTO_BYTES = 4_194_304;

/** More than any telephone needs for a scratch; a picture of these takes 75 MB once it is opened. */
export const MAX_PHOTO_PIXELS = 25_000_000;

/** How long a phone may send photos to a form by the code that was scanned. */
export const PHOTO_LINK_MINUTES = 15;
