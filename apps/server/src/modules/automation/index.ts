/** What the house does by itself in conversations. Whether it was done is the conversation's to know: see its rows. */
export { answerArrivals } from './service.ts';
