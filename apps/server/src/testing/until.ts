/** The door to the polling helper for tests of `fans`; the others import it from its package. */
export { until } from '@parley/testing';
