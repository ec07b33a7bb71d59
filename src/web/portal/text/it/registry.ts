/** Italian: lists and pages of customers and folders. */
export const registry = {
  search: 'Cerca',
};
