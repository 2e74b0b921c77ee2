/**
 * The examples of all endpoints, and the ids of example things by noun. Too large for pages: imported only by the server's API
 * description and by tests.
 */
export { exampleIds } from '../example.ts';
export { allExamples, type Example } from './all-examples.ts';
export * from './nouns.ts';
