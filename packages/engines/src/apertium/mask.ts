/** Apertium's stream format as a mask for kept parts; its chunks are joined into one text, separated by NUL. */
import type { Mask } from '../kit/masks.ts';
import { encode } from './stream.ts';

const separator = '\0';

export const streamMask: Mask = (parts) => {
  const stream = encode(parts);
  return {
    text: stream.chunks.join(separator),
    restore: (answer) => stream.decode(answer.split(separator)),
  };
};

/** Requests the chunks of a text from `streamMask` one after the other. */
export async function askChunks(text: string, ask: (chunk: string) => Promise<string>): Promise<string> {
  const answers: string[] = [];
  for (const chunk of text.split(separator)) {
    const answer = await ask(chunk);
    answers.push(answer.replaceAll(separator, ''));
  }
  return answers.join(separator);
}
