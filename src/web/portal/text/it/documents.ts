/** Italian: the document page with its viewer, signers, validity and evidence. */
export const documents = {
  crumb: 'Documento {{id}}',
};
