/** Limits for photos on a generated paper, available to the form without loading a template. */

export const PHOTO_MIME_TYPES = ['image/jpeg', 'image/png'] as const;

/** 4 MiB: even the maximum number of photos stays below the limit of a file. */
export const MAX_PHOTO_BYTES = 4_194_304;

/** More than any phone needs to show a scratch; decoded, such an image takes 75 MB. */
export const MAX_PHOTO_PIXELS = 25_000_000;

/** Minutes during which a phone may send photos to a form with the scanned code. */
export const PHOTO_LINK_MINUTES = 15;
