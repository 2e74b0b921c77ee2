/** Every address of the console, in the one place that menu, guards and links share. */
export const paths = {
  home: '/workplace/home',
  login: '/login',
  register: '/register',
  subAccounts: '/subpage/sonAccount',
  socialAccounts: '/subpage/socialAccount',
  chatHistory: '/internalControl/chatHistory',
} as const;

/** The log-in page that leads back to where the visitor wanted to go, query included. */
export function loginPath(target?: { pathname: string; search: string }): string {
  if (target === undefined || target.pathname === '/' || target.pathname === paths.home) return paths.login;
  return `${paths.login}?${new URLSearchParams({ redirect: target.pathname + target.search })}`;
}

/**
 * Where to go after the log-in. The address bar is anybody's to write: only a path of this very console is
 * followed, everything else leads home.
 */
export function redirectTarget(query: URLSearchParams): string {
  const wanted = query.get('redirect');
  // A backslash or a second slash would be read by the browser as another host; control characters are cut.
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /[\p{Cc}\\]/u.test(wanted)) return paths.home;
  const [path] = wanted.split(/[?#]/);
  return path === paths.login || path === paths.register ? paths.home : wanted;
}
