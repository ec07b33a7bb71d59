/** English: suggested corrections of typed text. */
export const suggest = { meant: 'Did you mean', take: 'Write {{text}}' };
