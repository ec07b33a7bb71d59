/** Italian: what was probably meant by what was typed. */
export const suggest = {
  meant: 'Forse intendevi',
  take: 'Scrivi {{text}}',
};
