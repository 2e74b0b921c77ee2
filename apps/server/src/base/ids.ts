import { uuidv7 } from 'uuidv7';

declare const brand: unique symbol;
declare const tenantBrand: unique symbol;

/**
 * The unit of isolation. A plain string can't become one by accident: the HTTP edge creates it from a verified token,
 * and rows from the database have it. Every store function takes one.
 */
export type WorkspaceId = string & { readonly [brand]: 'WorkspaceId' };

/**
 * A brand on this installation. The edge determines it from the request's host or header; null is the installation's
 * own.
 */
export type TenantId = string & { readonly [tenantBrand]: 'TenantId' };

/** For the two sources that can vouch for a string: a verified token, and a job written by the server. */
export function trustWorkspaceId(raw: string): WorkspaceId {
  return raw as WorkspaceId; // the brand exists only in the type system
}

/** Returns a new UUIDv7, so that indexes grow at one end. */
export function newId(): string {
  return uuidv7();
}
