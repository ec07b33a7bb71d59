/** The door of papers: what a paper is printed with besides its own data, and what else two administrators agree on. */
export { textsLacking } from './lacking.ts';
export { agreedCustodian, consentsOf, isCompanyPhone, type PaperSource, paperSource } from './source.ts';
