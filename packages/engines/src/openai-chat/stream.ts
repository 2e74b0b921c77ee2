/**
 * The answer of `POST /chat/completions`, streamed or whole. Source: OpenAI API reference, «Create chat
 * completion» and «The chat completion chunk object»; server-sent events: HTML Standard.
 */
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { type HttpAnswer, readJson } from '../kit/http.ts';
import { EngineError, type EngineFailure } from '../spec.ts';

const apiError = z.object({
  message: z.string().nullish(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
});

const piece = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });
const finish = z.string().nullish();

/** The last chunk has the usage and no choices. */
const chunk = z.object({
  choices: z.array(z.object({ delta: piece.nullish(), finish_reason: finish })).optional(),
  error: apiError.nullish(),
});
const whole = z.object({
  choices: z.array(z.object({ message: piece, finish_reason: finish })).optional(),
  error: apiError.nullish(),
});

/** Returns the answer's text. Throws `EngineError`. `onGrowth` is called with the whole text so far. */
export async function readCompletion(answer: HttpAnswer, onGrowth: (text: string) => void): Promise<string> {
  const isStream = answer.headers.get('content-type')?.includes('text/event-stream') ?? false;
  return isStream ? readStream(answer, onGrowth) : readWhole(answer);
}

async function readStream(answer: HttpAnswer, onGrowth: (text: string) => void): Promise<string> {
  let text = '';
  let ended = false;
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') {
        ended = true;
        return;
      }
      const { choices, error } = readJson(data, chunk);
      assertNoError(error);
      for (const { delta, finish_reason } of choices ?? []) {
        assertNoRefusal(delta?.refusal);
        if (delta?.content) {
          text += delta.content;
          onGrowth(text);
        }
        assertWhole(finish_reason);
        ended ||= Boolean(finish_reason);
      }
    },
  });
  for await (const part of answer.pieces()) parser.feed(part);
  if (!ended) throw new EngineError('unavailable', 'The answer broke off.');
  return text;
}

/** Reads the answer of servers that don't stream: one object. */
async function readWhole(answer: HttpAnswer): Promise<string> {
  const { choices, error } = readJson(await answer.text(), whole);
  assertNoError(error);
  const choice = choices?.[0];
  if (choice === undefined) throw new EngineError('nonsense', 'The answer has no choices.');
  assertNoRefusal(choice.message.refusal);
  assertWhole(choice.finish_reason);
  return choice.message.content ?? '';
}

/**
 * Throws if the answer was cut short: its last chunk then has another finish reason than `stop`, and earlier chunks have none.
 */
function assertWhole(reason: string | null | undefined): void {
  if (!reason || reason === 'stop') return;
  throw new EngineError('nonsense', `The model ended with ${JSON.stringify(reason)} instead of an answer.`);
}

function assertNoRefusal(refusal: string | null | undefined): void {
  if (refusal) throw new EngineError('nonsense', `The model refused: ${refusal.slice(0, 200)}`);
}

function assertNoError(error: z.output<typeof apiError> | null | undefined): void {
  if (error === null || error === undefined) return;
  throw new EngineError(
    failureOf(error),
    `The model's server failed: ${error.message ?? error.code ?? 'no reason'}`,
  );
}

/** Credentials and quota require the operator; other failures may be transient. */
function failureOf({ code, type }: z.output<typeof apiError>): EngineFailure {
  const reasons = [String(code), String(type)];
  const refused = [
    'insufficient_quota',
    'invalid_api_key',
    'authentication_error',
    'model_not_found',
    '401',
    '403',
  ];
  return reasons.some((reason) => refused.includes(reason)) ? 'refused' : 'unavailable';
}

/** A 429 can mean «slow down» or «the money is used up»; only the second requires the operator. */
export function failureOfStatus(status: number, body: string): EngineFailure | undefined {
  return status === 429 && body.includes('insufficient_quota') ? 'refused' : undefined;
}
