/** The roles that permit something: the first counts, `*` is every logged-in user. */
export type Roles = readonly [string, ...string[]];

export const anyRole: Roles = ['*'];

/** The roles that may see the allocation record; what leads there is shown to them alone. */
export const allocationRoles: Roles = ['PRIVILEGE:B0002:B0002'];

/**
 * By the specification's rule: the user's privileges, one string of codes, must contain the
 * route's first role. A privilege whose code is only a part of another's isn't that other.
 *
 * @param privileges `privilegesCode` of the logged-in user
 */
export function isPermitted(roles: Roles, privileges: string): boolean {
  if (roles.includes('*')) return true;
  return privileges.split(/[^\w:.-]+/).includes(roles[0]);
}
