/** English: toasts while something is created, saved or deleted, per entity. */
const wording = (thing: string) => {
  const named = thing.charAt(0).toUpperCase() + thing.slice(1);
  return {
    creating: `Creating the ${thing}…`,
    created: `${named} created`,
    createFailed: `${named} not created`,
    updating: `Saving the ${thing}…`,
    updated: `${named} saved`,
    updateFailed: `${named} not saved`,
    deleting: `Deleting the ${thing}…`,
    deleted: `${named} deleted`,
    deleteFailed: `${named} not deleted`,
  };
};

export const work = {
  users: wording('user'),
  services: wording('service'),
  licenses: wording('licence'),
  activations: wording('activation'),
  customers: wording('customer'),
  folders: wording('folder'),
  videos: {
    ...wording('video'),
    ...{ creating: 'Adding the video…', created: 'Video added', createFailed: 'Video not added' },
  },
  papers: wording('version'),
  documents: wording('document'),
  feaModules: wording('FEA module'),
};
