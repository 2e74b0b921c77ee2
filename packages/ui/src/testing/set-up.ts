/** Runs before each component test. The polling timeout is a safety net for busy machines. */
import { createCache } from '@ant-design/cssinjs';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach } from 'vitest';

// A worker's files share its page: each test starts in a browser that has stored nothing, a session least of all, and
// leaves nothing on the screen. A file may choose another timeout for itself; the next one starts with this.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  configure({ asyncUtilTimeout: 30_000 });
});
afterEach(cleanup);
configure({ asyncUtilTimeout: 30_000, defaultHidden: false });

/** antd closes what it keeps for the next time with such a class, whose rule would be in its style sheet. */
const closed =
  /(^|\s)ant-(select-dropdown|dropdown|dropdown-menu-submenu|popover|tooltip|picker-dropdown|menu|menu-submenu|tabs-tabpane)-hidden(\s|$)/;

const none = document.createElement('i').style;
none.display = 'none';
const plain = document.createElement('i').style;

/**
 * A simulated page has no layout, and the tests need of a computed style only whether something is hidden. The
 * environment's own computes each property from every rule of every sheet, for each element on the way to a role's
 * name: half of the time of a test of a screen.
 */
window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement) return plain;
  if (closed.test(element.getAttribute('class') ?? '')) return none;
  return element instanceof HTMLElement ? element.style : plain;
};

/**
 * React notes where each of the first 10,000 elements of a second was made, for its warnings: an eighth of the time of
 * a test of a screen. It notes none when it has counted so many already. Should React keep its count elsewhere some day,
 * that time is lost again, and nothing else.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals = {} } = Object(React);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
});

/**
 * antd makes a component's style sheet when the first of its kind appears, and forgets it with the last: each test makes it again.
 * A worker keeps them, as a page does whose components don't all go at once. A cache that works otherwise loses that time.
 */
const styles: Pick<ReturnType<typeof createCache>, 'opUpdate'> = Object.getPrototypeOf(createCache());
const { opUpdate } = styles;
styles.opUpdate = function keep(this: typeof styles, path, next) {
  opUpdate.call(this, path, (before) => next(before) ?? before ?? null);
};

/** Prints the page once its message is read: the error of most tries is followed by another try. */
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
