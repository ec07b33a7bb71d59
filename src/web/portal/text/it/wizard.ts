/** Italian: the wizard that creates customer, folder and document (specification §2). */
export const wizard = {
  title: 'Nuovo documento: {{type}}',
};
