/**
 * The examples of all endpoints, and the ids of example things by noun. Too heavy for pages: only the server's API
 * description and tests import this.
 */
export { exampleIds } from '../example.ts';
export { allExamples, type Example } from './all-examples.ts';
export * from './nouns.ts';
