/** Runs before each component test. The polling timeout is a safety net for busy machines. */
import { createCache } from '@ant-design/cssinjs';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach } from 'vitest';

// The test files of a worker share its page: each test starts in a browser without stored data, in particular without a
// session, and leaves nothing on the screen. A file may set another timeout for itself; the next file starts with this
// one.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  configure({ asyncUtilTimeout: 30_000 });
});
afterEach(cleanup);
configure({ asyncUtilTimeout: 30_000, defaultHidden: false });

/** antd hides closed elements that it keeps for reuse with such a class, whose rule would be in its style sheet. */
const closed =
  /(^|\s)ant-(select-dropdown|dropdown|dropdown-menu-submenu|popover|tooltip|picker-dropdown|menu|menu-submenu|tabs-tabpane)-hidden(\s|$)/;

const none = document.createElement('i').style;
none.display = 'none';
const plain = document.createElement('i').style;

/**
 * Tests need computed styles only to tell whether something is hidden, as the simulated page has no layout. The
 * environment's own implementation evaluates every rule of every sheet for each element whose role's name is computed,
 * which takes half the time of a screen's test.
 */
window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement) return plain;
  if (closed.test(element.getAttribute('class') ?? '')) return none;
  return element instanceof HTMLElement ? element.style : plain;
};

/**
 * For its warnings, React records where the first 10,000 elements of each second were created, which takes an eighth of
 * the time of a screen's test. A count that high makes it record none. If React moves its counter, only that time is
 * lost again.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals = {} } = Object(React);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
});

/**
 * antd creates a component's style sheet when the first instance mounts and discards it with the last, so each test
 * would recreate it. A worker keeps them, as a page does whose components don't all unmount at once. If antd changes
 * its cache, only that time is lost.
 */
const styles: Pick<ReturnType<typeof createCache>, 'opUpdate'> = Object.getPrototypeOf(createCache());
const { opUpdate } = styles;
styles.opUpdate = function keep(this: typeof styles, path, next) {
  opUpdate.call(this, path, (before) => next(before) ?? before ?? null);
};

/** Formats the page only when the message is read, because most queries that fail are retried. */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, notFound);
  return Object.defineProperty(error, 'message', {
    get: () => [message ?? '', prettyDOM(container)].join('\n\n'),
    set: (text: string) => Object.defineProperty(error, 'message', { value: text }),
    configurable: true,
  });
}
configure({ getElementError: notFound });
