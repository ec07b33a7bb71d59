/** Italian: suggested corrections of typed text. */
export const suggest = { meant: 'Forse intendevi', take: 'Scrivi {{text}}' };
