import type { ExamplesOf } from '../example.ts';
import type * as endpoints from '../nouns.ts';
import * as nouns from './nouns.ts';

/** An example whose endpoint's type is unknown. */
export type Example = {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** Absent if the answer is a file. */
  answer?: unknown;
};

/** Fails to compile if a noun or an endpoint has no example. */
const complete: { [Noun in keyof typeof endpoints]: { examples: ExamplesOf<(typeof endpoints)[Noun]> } } =
  nouns;

/** Examples by noun and name, like `allEndpoints`. */
export const allExamples: ReadonlyMap<string, Example> = new Map(
  Object.entries(complete).flatMap(([noun, { examples }]) =>
    Object.entries<Example>(examples).map(([name, example]): [string, Example] => [
      `${noun}.${name}`,
      example,
    ]),
  ),
);
