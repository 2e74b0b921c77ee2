/** The roles that grant access. Only the first is compared; `*` means every logged-in user. */
export type Roles = readonly [string, ...string[]];

export const anyRole: Roles = ['*'];

/** The roles that may open the allocation record; links to it are shown to them only. */
export const allocationRoles: Roles = ['PRIVILEGE:B0002:B0002'];

/**
 * Applies the specification's rule: the user's privileges, a string of codes, must contain the route's first role.
 * Whole codes are compared, so that a code doesn't match a longer one that contains it.
 *
 * @param privileges `privilegesCode` of the logged-in user
 */
export function isPermitted(roles: Roles, privileges: string): boolean {
  if (roles.includes('*')) return true;
  return privileges.split(/[^\w:.-]+/).includes(roles[0]);
}
