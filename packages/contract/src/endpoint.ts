/**
 * One declaration per endpoint. The server mounts it, the client calls it, forms and OpenAPI read it; it is the only
 * source for an endpoint.
 */
import type { ZodType, z } from 'zod';
import type { AuditDeclaration } from './audit/actions.ts';
import type { ErrorId } from './errors.ts';

/**
 * The callers of an endpoint: `public` needs no session; the others name the session's kind. A desk token is useless at
 * the console and vice versa, so that an agent's lost laptop never opens the owner's account.
 */
export type Audience = 'public' | 'console' | 'desk' | 'operator' | 'visitor';

export type RateLimit = {
  /** Requests allowed in one window. */
  max: number;
  windowSeconds: number;
  /**
   * The unit that is counted: the caller's address, the session (the address where there is none), the workspace, whose
   * owner can open any number of sessions, or, in `furtherLimits`, the website chat that a visitor is on.
   */
  per: 'address' | 'session' | 'workspace' | 'site';
};

/**
 * For endpoints that make this server connect to a host that the caller names. The console tests a page of proxies, 20,
 * at once.
 */
export const outsideCheckLimit: RateLimit = { max: 30, windowSeconds: 60, per: 'workspace' };

export type Endpoint = Declared &
  (
    | { method: 'GET'; file?: never; audit?: AuditDeclaration }
    | { method: 'GET'; file: FileType; audit: AuditDeclaration }
    | { method: 'POST' | 'PUT' | 'DELETE'; file?: FileType; audit: AuditDeclaration }
  );

/**
 * Success is no envelope but a file of this media type, as an attachment with its name. Refusals are envelopes
 * as everywhere. What breaks off half-way breaks the connection, so that half a file is never taken for a whole.
 */
type FileType = string;

type Declared = {
  /** Fastify's notation: `/api/desk/conversations/:conversationId/messages`. */
  path: string;
  audience: readonly [Audience, ...Audience[]];
  summary: string;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** The envelope's `data` on success; `z.never()` where a file is the answer. */
  answer: ZodType;
  /** Errors beyond those that any endpoint can answer: bad input, no login, wrong login, limits, faults. */
  errors?: readonly ErrorId[];
  rateLimit?: RateLimit;
  /** Limits beside that one, counted once the request is read. */
  furtherLimits?: readonly RateLimit[];
  /** Writes by method that change nothing (a preview, a login): allowed in demo mode. */
  allowedInDemo?: boolean;
  /** A GET that stores something, as the specification has it: refused in demo mode and from other sites' pages. */
  stores?: boolean;
  /** Answers an operator whose password must be changed first; all others refuse with `auth.password-change-required`. */
  beforePasswordChange?: boolean;
};

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const Declaration extends Endpoint>(declaration: Declaration): Declaration {
  return declaration;
}

type Input<S> = S extends ZodType ? z.input<S> : never;
type Output<S> = S extends ZodType ? z.output<S> : never;

/** The parts that a caller passes in: only those that the endpoint has. */
export type RequestOf<E extends Endpoint> = {
  [Name in Extract<keyof E, 'params' | 'query' | 'body'>]: Input<E[Name]>;
};

/** The parts that a handler receives, parsed: only those that the endpoint has. */
export type ParsedRequestOf<E extends Endpoint> = {
  [Name in Extract<keyof E, 'params' | 'query' | 'body'>]: Output<E[Name]>;
};

/** The value that a handler returns and a caller receives. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;
