/** The door of papers: what a paper is printed with besides its own data. */
export { consentsOf, type PaperSource, paperSource } from './source.ts';
