/**
 * The declaration of an endpoint, its single source: the server mounts it, the client calls it, and forms and OpenAPI are
 * derived from it.
 */
import type { ZodType, z } from 'zod';
import type { AuditDeclaration } from './audit/actions.ts';
import type { ErrorId } from './errors.ts';

/**
 * The callers of an endpoint: `public` needs no session; the others name the kind of session. Desk tokens are not accepted by
 * the console and vice versa, so that an agent's lost laptop never gives access to the owner's account.
 */
export type Audience = 'public' | 'console' | 'desk' | 'operator' | 'visitor';

export type RateLimit = {
  /** Requests allowed in one window. */
  max: number;
  windowSeconds: number;
  /**
   * The key that is counted: the caller's address, the session (or the address without one), the workspace, since its owner can
   * open any number of sessions, or, in `furtherLimits`, the website chat that a visitor is on.
   */
  per: 'address' | 'session' | 'workspace' | 'site';
};

/** For endpoints that make this server connect to a host given by the caller. The console tests a page of 20 proxies at once. */
export const outsideCheckLimit: RateLimit = { max: 30, windowSeconds: 60, per: 'workspace' };

export type Endpoint = Declared &
  (
    | { method: 'GET'; file?: never; audit?: AuditDeclaration }
    | { method: 'GET'; file: FileType; audit: AuditDeclaration }
    | { method: 'POST' | 'PUT' | 'DELETE'; file?: FileType; audit: AuditDeclaration }
  );

/**
 * The media type of the file that is returned on success, as an attachment with its name. Refusals are still envelopes. A
 * failure half-way aborts the connection, so that a partial file is never taken for a complete one.
 */
type FileType = string;

type Declared = {
  /** Fastify's notation: `/api/desk/conversations/:conversationId/messages`. */
  path: string;
  audience: readonly [Audience, ...Audience[]];
  summary: string;
  /**
   * The headers that carry the credentials of a share link's holder: the token, and a pass if the link has a password. Both may
   * also be in the query.
   */
  linkHolder?: 'token' | 'token-and-pass';
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** The envelope's `data` on success; `z.never()` if the answer is a file. */
  answer: ZodType;
  /**
   * Errors besides those that any endpoint can return: invalid input, missing login, wrong audience, rate limits, server
   * errors.
   */
  errors?: readonly ErrorId[];
  rateLimit?: RateLimit;
  /** Further limits, counted once the request is parsed. */
  furtherLimits?: readonly RateLimit[];
  /** Allows a writing method in demo mode, because it changes nothing (a preview, a login). */
  allowedInDemo?: boolean;
  /** A GET that stores something, as the specification requires: refused in demo mode and for requests from other sites. */
  stores?: boolean;
  /**
   * Available to an operator who must change the password first; all other endpoints refuse with
   * `auth.password-change-required`.
   */
  beforePasswordChange?: boolean;
};

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const Declaration extends Endpoint>(declaration: Declaration): Declaration {
  return declaration;
}

type Input<S> = S extends ZodType ? z.input<S> : never;
type Output<S> = S extends ZodType ? z.output<S> : never;

/** The parts of a request that a caller passes: only those that the endpoint declares. */
export type RequestOf<E extends Endpoint> = {
  [Name in Extract<keyof E, 'params' | 'query' | 'body'>]: Input<E[Name]>;
};

/** The parsed parts of a request that a handler receives: only those that the endpoint declares. */
export type ParsedRequestOf<E extends Endpoint> = {
  [Name in Extract<keyof E, 'params' | 'query' | 'body'>]: Output<E[Name]>;
};

/** The value that a handler returns and a caller receives. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;
