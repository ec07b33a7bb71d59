/** English: what prevents a signature from starting, shown before its document is created. */
export const startObstacle = {
  phoneFixed: {
    title: 'This is a landline: a mobile number is needed.',
    text: 'The code for signing comes by SMS, which does not reach {{phone}}.',
  },
  folderClosed: { title: 'The folder is closed.', text: 'Reopen it to start signing.' },
  feaModuleMissing: {
    title: 'The customer’s signed FEA module is needed first.',
    text: 'Create the document, then prepare the module: once the customer has signed it you can start this signature.',
  },
  correct: 'Correct the number',
  phoneAbroad: {
    title: 'No codes are sent to this number.',
    text: 'The code for signing comes by SMS: the country code of {{phone}} is not among those allowed.',
  },
  phoneMissing: { title: 'A mobile number is needed.', text: 'The code for signing comes by SMS.' },
  feaModuleWaiting: {
    title: 'FEA module no. {{id}} is waiting for the customer’s signature.',
    text: 'Once it is signed you can start this signature.',
    way: 'Open FEA module no. {{id}}',
  },
};
