export * from './endpoints.ts';
export { type MailFault, mailFaultSentence } from './mail-faults.ts';
export * from './owners.ts';
