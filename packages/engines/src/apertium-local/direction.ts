/** The queue of one direction's pipeline, and the pipeline's restarts. */
import { timedOut } from '../kit/abort.ts';
import { type EngineClock, EngineError, type EngineHost } from '../spec.ts';
import { Pipeline, type PipelineProgram } from './pipeline.ts';

type Job = {
  chunk: string;
  signal: AbortSignal;
  resolve(answer: string): void;
  reject(error: unknown): void;
  onAbort(): void;
};

/**
 * Answers take milliseconds, the first one, which loads the dictionaries, a fraction of a second. A pipeline that is silent
 * for `silenceMs` hangs; it must not block the requests in the queue.
 */
export class LanguageDirection {
  readonly #program: PipelineProgram;
  readonly #host: EngineHost;
  readonly #silenceMs: number;
  readonly #queue: Job[] = [];
  readonly #dying = new Set<Promise<void>>();
  #pipeline: Pipeline | undefined;
  #current: Job | undefined;

  constructor(program: PipelineProgram, host: EngineHost, silenceMs: number) {
    this.#program = program;
    this.#host = host;
    this.#silenceMs = silenceMs;
  }

  /** Rejects with `EngineError` only. */
  ask(chunk: string, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(timedOut(signal));
      const job: Job = { chunk, signal, resolve, reject, onAbort: () => this.#abandon(job) };
      signal.addEventListener('abort', job.onAbort, { once: true });
      this.#queue.push(job);
      void this.#next();
    });
  }

  /** Ends the pipeline. Pending requests must have been aborted before; none may follow. */
  async stop(): Promise<void> {
    this.#drop();
    await Promise.all(this.#dying);
  }

  async #next(): Promise<void> {
    if (this.#current !== undefined) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#current = job;
    try {
      job.resolve(await this.#answer(job));
    } catch (error) {
      this.#drop();
      if (!job.signal.aborted) this.#warn(error);
      job.reject(error);
    } finally {
      job.signal.removeEventListener('abort', job.onAbort);
      this.#current = undefined;
      void this.#next();
    }
  }

  /** Retries a request once in a new pipeline: the death of an idle one shows only when it is written to. */
  async #answer(job: Job): Promise<string> {
    const used = this.#pipeline?.alive === true ? this.#pipeline : undefined;
    if (used !== undefined) {
      try {
        return await answerInTime(used, job.chunk, this.#host.clock, this.#silenceMs);
      } catch (error) {
        const died = error instanceof EngineError && error.failure === 'unavailable';
        if (!died || job.signal.aborted) throw error;
      }
    }
    this.#drop();
    const fresh = new Pipeline(this.#program);
    this.#pipeline = fresh;
    return answerInTime(fresh, job.chunk, this.#host.clock, this.#silenceMs);
  }

  /** Abandons a job. Abandoning the current one ends its pipeline: there is no other way to stop it. */
  #abandon(job: Job): void {
    job.reject(timedOut(job.signal));
    if (job === this.#current) this.#drop();
    else this.#queue.splice(this.#queue.indexOf(job), 1);
  }

  /** Never logs the text, which is the customers'. */
  #warn(error: unknown): void {
    this.#host.log.warn(
      { modeFile: this.#program.modeFile, err: error },
      'Apertium failed and is started again',
    );
  }

  #drop(): void {
    if (this.#pipeline === undefined) return;
    const death = this.#pipeline.kill();
    this.#pipeline = undefined;
    this.#dying.add(death);
    void death.finally(() => this.#dying.delete(death));
  }
}

async function answerInTime(
  pipeline: Pipeline,
  chunk: string,
  clock: EngineClock,
  silenceMs: number,
): Promise<string> {
  const answered = new AbortController();
  const silence = clock.sleep(silenceMs, answered.signal).then(
    () => {
      throw new EngineError('timeout', `Apertium was silent for ${silenceMs} ms.`);
    },
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([pipeline.ask(chunk), silence]);
  } finally {
    answered.abort();
  }
}
