/**
 * Inspects media in a separate process: they are untrusted input, and a decoder that crashes, hangs or exhausts the
 * memory takes down only that process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waveform } from '@parley/contract/conversations';
import { z } from 'zod';
import type { Log } from '../../../base/log.ts';
import { type Inspection, isInspected, type MediaFacts, unknownFacts } from './media-facts.ts';
import { TurnQueue } from './turn-queue.ts';

export type MediaInspector = {
  /**
   * Inspects a medium; one that can't be read has no facts. Never rejects. Returns null when it has not been inspected,
   * because too many wait.
   */
  inspect(inspection: Inspection, turn: InspectionTurn): Promise<MediaFacts | null>;
  /** Deduplicates concurrent work on a file: callers share one run. */
  once(fileId: string, work: InspectionWork): ReturnType<InspectionWork>;
  /** True while the process runs. */
  readonly running: boolean;
  /** Ends the process. */
  close(): Promise<void>;
};

/**
 * `sender`: whose media wait for each other, while senders take turns. `patience`: longest time in the queue in ms, where no
 * client waits for the answer.
 */
export type InspectionTurn = { sender: string; patience?: number };
type InspectionWork = () => Promise<MediaFacts | null>;

/** In the bundle, the process is a separate file beside this one. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './process.ts' : './media-inspection.js', import.meta.url),
);

const limits = {
  /** In ms. A picture of 50 million pixels takes one or two seconds. */
  timeout: 15_000,
  /**
   * Longest time in the queue in ms; what has waited longer is inspected later. Slow media must not delay an upload beyond
   * the 30 seconds that clients wait.
   */
  patience: 10_000,
  /** Idle time in ms after which the process ends, because it takes 75 MB. */
  idle: 30_000,
  /** Most media in the queue; those beyond are inspected later. Each waiting one may keep a copy on the disk. */
  queue: { each: 20, all: 200 },
};
/** JavaScript heap limit in MB; pictures are outside the heap and limited by their pixels. */
const maxMemory = 256;

/** The column's largest value; no real medium has a larger figure. */
const count = z.int().min(0).max(2_147_483_647).nullable().catch(null);
const answerSchema = z.union([
  z.object({
    facts: z.object({
      width: count,
      height: count,
      durationMs: count,
      waveform: waveform.nullable().catch(null),
      previewSize: count,
    }),
  }),
  z.object({ problem: z.string() }),
]);

export function createMediaInspector(log: Log, { timeout, patience, idle, queue } = limits): MediaInspector {
  const turns = new TurnQueue(queue);
  let child: ChildProcess | null = null;
  let ending: NodeJS.Timeout | undefined;
  let closed = false;

  const running = () => {
    if (child !== null) return child;
    const started = start(log, () => {
      if (child === started) child = null;
    });
    child = started;
    return started;
  };

  const ask = async (inspection: Inspection): Promise<MediaFacts | null> => {
    clearTimeout(ending);
    if (closed) return null;
    const asked = running();
    asked.ref();
    asked.channel?.ref();
    try {
      const answer = await answerOf(asked, inspection, timeout);
      if ('facts' in answer) return answer.facts;
      const { contentType } = inspection;
      log.info({ contentType, problem: answer.problem }, 'a medium could not be read');
      return unknownFacts;
    } finally {
      asked.unref();
      asked.channel?.unref();
      ending = setTimeout(() => {
        child?.kill('SIGKILL');
        // A medium that arrives before the exit gets a new process.
        child = null;
      }, idle).unref();
    }
  };

  return {
    async inspect(inspection, { sender, patience: waits = patience }) {
      if (!isInspected(inspection.contentType)) return unknownFacts;
      return turns.run(sender, AbortSignal.timeout(waits), () => ask(inspection));
    },
    once: createOnce(),
    get running() {
      return child !== null;
    },
    async close() {
      closed = true;
      clearTimeout(ending);
      await end(child);
    },
  };
}

function createOnce(): MediaInspector['once'] {
  const underWay = new Map<string, ReturnType<InspectionWork>>();
  return (fileId, work) => {
    const shared = underWay.get(fileId) ?? work().finally(() => underWay.delete(fileId));
    underWay.set(fileId, shared);
    return shared;
  };
}

/** Starts the process. Calls `gone` when it has exited or could not be started. */
function start(log: Log, gone: () => void): ChildProcess {
  // Without the environment, which holds the installation's secrets.
  const started = fork(entry, [], {
    env: {},
    execArgv: [`--max-old-space-size=${maxMemory}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Pending requests detect the exit themselves. A process that could not be started never emits `exit`.
  started.on('error', (err) => {
    log.warn({ err }, 'the process that reads media failed');
    if (started.pid === undefined) gone();
  });
  return started.on('exit', gone);
}

/** Kills the process if it doesn't answer in time. */
async function answerOf(
  child: ChildProcess,
  inspection: Inspection,
  timeout: number,
): Promise<z.output<typeof answerSchema>> {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => over.abort(), timeout);
  try {
    const answer = Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [{ problem: 'the process ended' }]),
    ]);
    child.send(inspection, () => undefined);
    const [message] = await answer;
    const parsed = answerSchema.safeParse(message);
    return parsed.success ? parsed.data : { problem: 'no answer' };
  } catch (error) {
    await end(child);
    return { problem: signal.aborted ? 'it took too long' : String(error) };
  } finally {
    clearTimeout(timer);
    // Removes the listener that wasn't needed.
    over.abort();
  }
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
