/**
 * Returns a person's name for people outside the workspace; null if it is an id, a number or an address, by which the person could
 * be reached.
 */
export function withoutAddress(given: string): string | null {
  const name = given.trim();
  const isReachable = /^[+\d\s().-]+$/.test(name) || /^@|\S@\S|:\/\//.test(name);
  return name === '' || isReachable ? null : name;
}
