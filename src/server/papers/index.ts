/** Public interface of the papers module: what a paper prints besides its own data, and other content that two administrators agree on. */
export { listMissingTexts } from './missing-texts.ts';
export { agreedCustodian, consentsOf, isCompanyPhone, type PaperSource, paperSource } from './paper-source.ts';
