/** Polls until something holds, with a limit: the server's tests have it from where the platforms' tests do. */
export { until } from '@parley/connectors/testing';
