/**
 * The engine port: the interface between a translation line and every machine-translation engine.
 *
 * An engine receives text already split into parts to translate and parts that must be returned unchanged (links, numbers,
 * names, emoji). The engine chooses how to express this to its service (markup, markers, separate calls); it guarantees that
 * every kept part is returned exactly once, in any order.
 */
import type { ZodType } from 'zod';

/** A part of the source: to translate, or to keep unchanged. */
export type Part = { text: string } | { keep: string };

/** An earlier turn of the conversation, oldest first, in the language it was written in. */
export type Turn = { from: 'customer' | 'agent'; text: string };

export type TranslateRequest = {
  parts: readonly Part[];
  /** BCP 47. The line detects the language first; engines never guess. */
  source: string;
  target: string;
  /** The last turns; engines without `capabilities.context` ignore them. */
  context: readonly Turn[];
  /** Aborted by the line at its time limit. The engine must then close sockets and end processes at once. */
  signal: AbortSignal;
  /** Called with the text so far, if the engine has `capabilities.streaming` and the caller passes it. */
  onProgress?: (partial: string) => void;
};

export type TranslateAnswer = { text: string };

/**
 * timeout: over the limit or aborted. unavailable: unreachable, 5xx, rate limit. refused: credentials or quota, the operator
 * must act. unsupported: the engine lacks this pair. nonsense: the answer is no translation (empty, kept parts missing or
 * duplicated, absurd length, not the protocol).
 */
export type EngineFailure = 'timeout' | 'unavailable' | 'refused' | 'unsupported' | 'nonsense';

export class EngineError extends Error {
  readonly failure: EngineFailure;
  constructor(failure: EngineFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.failure = failure;
  }
}

export type EngineCapabilities = { context: boolean; streaming: boolean };

export type EngineManifest<Settings> = {
  /** Stable id of the kind of engine, e.g. `apertium-apy`. */
  kind: string;
  name: string;
  capabilities: EngineCapabilities;
  settings: ZodType<Settings>;
};

export type EngineLog = {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};

export type EngineClock = {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export type EngineHost = {
  fetch(url: string, init?: RequestInit): Promise<Response>;
  clock: EngineClock;
  log: EngineLog;
};

export type OpenEngine = {
  /**
   * Returns whether the engine supports the pair now. May query the service once and cache the result for a while; rejects
   * with `EngineError` if the service can't be queried.
   */
  supports(source: string, target: string): Promise<boolean>;
  /** Rejects with `EngineError` only. Returns text without words unchanged, without calling the service. */
  translate(request: TranslateRequest): Promise<TranslateAnswer>;
  /** Ends work in flight and frees processes and sockets; the engine must not be used afterwards. */
  close(): Promise<void>;
};

export type Engine<Settings = unknown> = {
  manifest: EngineManifest<Settings>;
  open(settings: Settings, host: EngineHost): Promise<OpenEngine>;
};
