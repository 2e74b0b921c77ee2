/**
 * Examples of endpoints: for the API description and for the tests that go over the whole contract. Each noun keeps its own
 * in `examples.ts`, apart from its endpoints, so that no page has to load them.
 */
import type { ZodType, z } from 'zod';
import type { Endpoint, RequestOf } from './endpoint.ts';

/** A request and its answer, as both are before they are parsed. Where a file is the answer there is none. */
export type ExampleOf<E extends Endpoint> = RequestOf<E> &
  (E extends { file: string }
    ? object
    : { answer: E['answer'] extends ZodType ? z.input<E['answer']> : never });

/** An example for each endpoint that a noun exports. */
export type ExamplesOf<Noun> = {
  readonly [Name in keyof Noun as Noun[Name] extends Endpoint ? Name : never]: Noun[Name] extends Endpoint
    ? ExampleOf<Noun[Name]>
    : never;
};

/**
 * The id of an example thing, the same for the same kind. A noun declares it once, and tests put the id of a thing that
 * exists in its place.
 */
export function exampleId(kind: string): string {
  // FNV-1a, twice, for the twelve digits that a UUID ends in.
  const hash = (text: string) =>
    [...text].reduce(
      (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0,
      2_166_136_261,
    );
  const digits = `${hash(kind).toString(16).padStart(8, '0')}${hash(`${kind}.`).toString(16).padStart(8, '0')}`;
  return `01980d5e-7c1a-7000-8000-${digits.slice(0, 12)}`;
}

const noon = Date.UTC(2026, 2, 2, 12);

/** Milliseconds since the epoch, `minutes` after noon of the day on which the examples take place. */
export const exampleTime = (minutes = 0): number => noon + minutes * 60_000;

/** The beginning of the next page of a list, as long lists return it. */
export const exampleCursor = `${noon}_${exampleId('page-end')}`;

/** Finds the ids that `exampleId` makes, wherever they stand in a text. */
export const exampleIds = /01980d5e-7c1a-7000-8000-[\da-f]{12}/g;
