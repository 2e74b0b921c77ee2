import { uuidv7 } from 'uuidv7';

declare const brand: unique symbol;
declare const tenantBrand: unique symbol;

/**
 * The unit of isolation. A plain string never becomes one by accident: the HTTP edge makes it from a verified
 * token, and rows carry it out of the database. Every store function takes one.
 */
export type WorkspaceId = string & { readonly [brand]: 'WorkspaceId' };

/** A brand on this installation. The edge makes it from the request's address or header; null is the installation's own. */
export type TenantId = string & { readonly [tenantBrand]: 'TenantId' };

/** For the two places that may vouch for a string: a verified token, and a job written by ourselves. */
export function trustWorkspaceId(raw: string): WorkspaceId {
  return raw as WorkspaceId; // the brand exists only in the type system
}

/** A new id: UUIDv7, so that indexes grow at one end. */
export function newId(): string {
  return uuidv7();
}
