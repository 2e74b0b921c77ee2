/**
 * The engine port: what the translation line asks of every machine-translation engine.
 *
 * An engine receives text already split into what may be translated and what must come back unchanged
 * (links, numbers, names, emoji). How that is expressed to the service (markup, markers, separate calls) is
 * the engine's business; that every kept part returns exactly once, in some order, is its promise.
 */
import type { ZodType } from 'zod';

/** A stretch of the source: to translate, or to keep as it is. */
export type Part = { text: string } | { keep: string };

/** An earlier turn of the conversation, oldest first, in the language it was written in. */
export type Turn = { from: 'customer' | 'agent'; text: string };

export type TranslateRequest = {
  parts: readonly Part[];
  /** BCP 47. The line identifies the language first; engines never guess. */
  source: string;
  target: string;
  /** The last turns; engines without `capabilities.context` ignore them. */
  context: readonly Turn[];
  /** Aborted by the line at its time limit. The engine must close sockets and end processes at once. */
  signal: AbortSignal;
  /** Called with the text so far, when `capabilities.streaming` and the caller wants it. */
  onProgress?: (partial: string) => void;
};

export type TranslateAnswer = { text: string };

/**
 * timeout: over the limit or aborted. unavailable: can't be reached, 5xx, rate limit. refused: credentials or
 * quota, the operator must act. unsupported: it doesn't do this pair. nonsense: it answered, but not with a
 * translation (empty, kept parts missing or doubled, absurd length, not the protocol).
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
   * True if this engine does the pair now. May ask the service once and remember the answer for a while; rejects
   * with `EngineError` when it can't be asked.
   */
  supports(source: string, target: string): Promise<boolean>;
  /** Rejects with `EngineError` only. Text without words comes back as it is, without asking the service. */
  translate(request: TranslateRequest): Promise<TranslateAnswer>;
  /** Ends what is under way and frees processes and sockets; nothing may be asked afterwards. */
  close(): Promise<void>;
};

export type Engine<Settings = unknown> = {
  manifest: EngineManifest<Settings>;
  open(settings: Settings, host: EngineHost): Promise<OpenEngine>;
};
