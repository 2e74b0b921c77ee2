/** Runs a translation service with a fixed latency in a separate process: it speaks LibreTranslate's API. */
import { startLibreTranslate } from '@parley/engines/testing';
import { medianOf } from '../kit/figures.ts';
import { serveMethods } from '../kit/remote.ts';

export type EngineOptions = { latencyMs: number };

const options = JSON.parse(process.argv[2] ?? '') as EngineOptions; // written by the benchmark that starts this process
const service = await startLibreTranslate({ translate: (text) => `In English: ${text}` });
service.setLatency(options.latencyMs);

const methods = {
  ready: (_: null) => true,
  url: (_: null) => service.url,
  /** Returns the median response time since the last call, in ms: the latency plus the timer's delay. */
  ownTime: (_: null) => {
    const own = medianOf([...service.waits()]);
    service.setLatency(options.latencyMs);
    return own;
  },
};
export type EngineMethods = typeof methods;

serveMethods(methods, () => service.stop());
