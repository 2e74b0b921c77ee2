export * from './endpoints.ts';
export { type ProxyFault, proxyFaultSentence, proxyFaults } from './proxy-faults.ts';
