/**
 * Examples of endpoints, for the API description and for tests over the whole contract. Each noun has its own in `examples.ts`,
 * separate from its endpoints, so that pages don't load them.
 */
import type { ZodType, z } from 'zod';
import type { Endpoint, RequestOf } from './endpoint.ts';

/** A request and its answer, both in unparsed form. No answer is given for endpoints that return a file. */
export type ExampleOf<E extends Endpoint> = RequestOf<E> &
  (E extends { file: string }
    ? object
    : { answer: E['answer'] extends ZodType ? z.input<E['answer']> : never });

/** One example per endpoint that a noun exports. */
export type ExamplesOf<Noun> = {
  readonly [Name in keyof Noun as Noun[Name] extends Endpoint ? Name : never]: Noun[Name] extends Endpoint
    ? ExampleOf<Noun[Name]>
    : never;
};

/**
 * Returns the example id of a kind of thing, always the same per kind. A noun declares it once, and tests replace it by the id
 * of an existing thing.
 */
export function exampleId(kind: string): string {
  // FNV-1a, twice, for the last twelve digits of the UUID.
  const hash = (text: string) =>
    [...text].reduce(
      (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0,
      2_166_136_261,
    );
  const digits = `${hash(kind).toString(16).padStart(8, '0')}${hash(`${kind}.`).toString(16).padStart(8, '0')}`;
  return `01980d5e-7c1a-7000-8000-${digits.slice(0, 12)}`;
}

const noon = Date.UTC(2026, 2, 2, 12);

/** Returns a time in ms since the epoch, `minutes` after noon of the examples' day. */
export const exampleTime = (minutes = 0): number => noon + minutes * 60_000;

/** An example of a cursor to the next page of a long list. */
export const exampleCursor = `${noon}_${exampleId('page-end')}`;

/** Matches ids made by `exampleId`, anywhere in a text. */
export const exampleIds = /01980d5e-7c1a-7000-8000-[\da-f]{12}/g;
