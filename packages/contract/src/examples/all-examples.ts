import type { ExamplesOf } from '../example.ts';
import type * as endpoints from '../nouns.ts';
import * as nouns from './nouns.ts';

/** The type of an example whose endpoint is unknown. */
export type Example = {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** Left out where a file is the answer. */
  answer?: unknown;
};

/** A noun without examples, or an endpoint without one, doesn't compile. */
const complete: { [Noun in keyof typeof endpoints]: { examples: ExamplesOf<(typeof endpoints)[Noun]> } } =
  nouns;

/** By noun and name, like `allEndpoints`. */
export const allExamples: ReadonlyMap<string, Example> = new Map(
  Object.entries(complete).flatMap(([noun, { examples }]) =>
    Object.entries<Example>(examples).map(([name, example]): [string, Example] => [
      `${noun}.${name}`,
      example,
    ]),
  ),
);
