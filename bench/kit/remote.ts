/** Calls between the processes of one benchmark, over Node's IPC channel. */
import type { ChildProcess } from 'node:child_process';

/**
 * The methods that a process offers its parent: one argument, and any result that the channel can transfer (typed arrays too).
 */
export type Methods = Record<string, (input: never) => unknown>;

type Request = { call: string; input: unknown; id: number | null };
type Answer = { id: number; value: unknown } | { id: number; problem: string };

export type Remote<M extends Methods> = {
  /** Rejects with the exception of the process, or when the process has ended. */
  call<Name extends keyof M & string>(
    name: Name,
    input: Parameters<M[Name]>[0],
  ): Promise<Awaited<ReturnType<M[Name]>>>;
  /** Calls without waiting for a result: for calls made thousands of times per second. */
  tell<Name extends keyof M & string>(name: Name, input: Parameters<M[Name]>[0]): void;
};

export function remoteOf<M extends Methods>(child: ChildProcess): Remote<M> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  child.on('message', (message) => {
    const answer = message as Answer; // only serveMethods below writes into this channel
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('problem' in answer) caller?.reject(new Error(answer.problem));
    else caller?.resolve(answer.value);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`process ${child.pid} ended`));
    waiting.clear();
  });
  const send = (request: Request) => void child.send(request, () => undefined);
  return {
    call(name, input) {
      last += 1;
      const id = last;
      const answered = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
      send({ call: name, input, id });
      // The process returned the result of its method with this name: M is that process's own type.
      return answered as Promise<Awaited<ReturnType<M[typeof name]>>>;
    },
    tell: (name, input) => send({ call: name, input, id: null }),
  };
}

/**
 * Serves the parent's calls until it closes the channel or dies; then runs `close` and exits. Ctrl-C reaches every process of
 * a terminal, but only the parent acts on it, so that the order of steps is kept.
 */
export function serveMethods(methods: Methods, close: () => Promise<void>): void {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => process.connected && process.disconnect());
  process.once('disconnect', () => {
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('message', (message) => {
    const request = message as Request; // only remoteOf above writes into this channel
    void answer(methods, request);
  });
}

async function answer(methods: Methods, { call, input, id }: Request): Promise<void> {
  try {
    const method = methods[call];
    if (!method) throw new Error(`no method ${call}`);
    const value = await method(input as never); // remoteOf's types have checked it at the caller
    if (id !== null) process.send?.({ id, value } satisfies Answer);
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (id === null) console.error(problem);
    else process.send?.({ id, problem } satisfies Answer);
  }
}
