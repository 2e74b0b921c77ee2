/**
 * Runs one direction of Apertium as a long-lived process: a text is written, a NUL flushes it through the pipeline, the
 * translation is read. The `apertium` program itself can't be kept alive this way (its `-z` pipes texts through two `gawk`,
 * which delay each one until the next arrives), so this runs what the program would run: the direction's mode file, made
 * flushable by Apertium's own `apertium-wblank-mode -z`.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { EngineError } from '../spec.ts';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export type PipelineProgram = {
  modeFile: string;
  env: Record<string, string>;
};

const maxAnswerBytes = 1_000_000;
const maxComplaint = 500;

/** `$1` and `$2` of a mode file are the generator's and the tagger's options: `-n` omits the marks of unknown words. */
const script = `pipeline=$(apertium-wblank-mode -z "$1") && exec /bin/sh -c "$pipeline" apertium -n ''`;

type Waiting = { end: string; resolve(answer: string): void; reject(error: EngineError): void };

export class Pipeline {
  readonly #child: Child;
  readonly #gone: Promise<void>;
  #waiting: Waiting | undefined;
  #received: Buffer[] = [];
  #bytes = 0;
  #complaint = '';
  #asked = 0;
  #dead = false;

  constructor({ modeFile, env }: PipelineProgram) {
    // A separate group, so that one signal reaches the dozen programs of the pipeline. If the server is killed, the end of
    // their input ends them.
    this.#child = spawn('/bin/sh', ['-c', script, 'sh', modeFile], {
      detached: true,
      env,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', () => resolve()).once('error', () => resolve());
    });
    this.#child.once('error', (cause) =>
      this.#fail(new EngineError('unavailable', 'Apertium cannot be started.', { cause })),
    );
    this.#child.once('close', (code, signal) =>
      this.#fail(
        new EngineError('unavailable', `Apertium ended (${signal ?? code}). ${this.#complaint.trim()}`),
      ),
    );
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-maxComplaint);
    });
    // A failed write needs no handling: the pipeline's end is reported separately.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (data: Buffer) => this.#receive(data));
  }

  get alive(): boolean {
    return !this.#dead;
  }

  /** Sends one request; they must not overlap. Rejects with `EngineError`; after any rejection the pipeline is dead. */
  ask(chunk: string): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#dead) return reject(new EngineError('unavailable', 'Apertium has ended.'));
      // The mark can't occur as a blank of a text, and proves that this answer belongs to this request.
      const mark = `[n:${this.#asked++}]\0`;
      this.#waiting = { end: `\0${mark}`, resolve, reject };
      this.#child.stdin.write(`${chunk}\0${mark}`);
    });
  }

  /** Kills the process group at once; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#fail(new EngineError('timeout', 'Apertium was stopped.'));
    await this.#gone;
  }

  #receive(data: Buffer): void {
    this.#received.push(data);
    this.#bytes += data.length;
    const waiting = this.#waiting;
    if (waiting === undefined || this.#bytes > maxAnswerBytes) {
      this.#fail(new EngineError('nonsense', 'Apertium answers without a request.'));
      return;
    }
    // Only a NUL ends an answer; until one arrives, there is nothing to parse.
    if (!data.includes(0)) return;
    const text = Buffer.concat(this.#received).toString('utf8');
    if (text.endsWith(waiting.end)) {
      this.#waiting = undefined;
      this.#received = [];
      this.#bytes = 0;
      waiting.resolve(text.slice(0, -waiting.end.length));
    } else if (text.split('\0').length > 2) {
      this.#fail(new EngineError('nonsense', 'Apertium is out of step.'));
    }
  }

  #fail(error: EngineError): void {
    this.#dead = true;
    killGroup(this.#child);
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

function killGroup(child: Child): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
